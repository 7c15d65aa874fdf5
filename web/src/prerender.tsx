import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { App } from './app.tsx'
import { queryClient } from './lib/query.ts'
import { routes } from './routes.tsx'

// Replacement for browser storage, which is missing while prerendering.
globalThis.localStorage ??= { getItem: () => null } as unknown as Storage

/** Renders the HTML of a page before it is known who is looking. It is shown while the code loads. */
export async function prerender(path: string): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request(`http://deedbox${path}`))
  if (context instanceof Response) throw new Error(`${path} redirects`)
  const router = createStaticRouter(dataRoutes, context)
  const html = renderToString(
    <App>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
  // Clear the cache, as its timers would keep the build waiting.
  queryClient.clear()
  return html
}
