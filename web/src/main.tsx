import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import './ui/global.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { App } from './app.tsx'
import { watchConnection } from './lib/connection.ts'
import { takeParting } from './lib/parting.ts'
import { followOtherTabs, sessionAnswered } from './lib/session.ts'
import { dropLateShares } from './lib/shared-files.ts'
import { routes } from './routes.tsx'
import { toast } from './ui/toast.tsx'

const root = document.getElementById('root')
const router = createBrowserRouter(routes)

/** Waits for the code of the route, so that the prerendered page stays and the whole page replaces it at once. */
async function routeLoaded(): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

if (root) {
  followOtherTabs()
  watchConnection()
  void dropLateShares(Date.now())
  await Promise.all([routeLoaded(), sessionAnswered()])
  // Render in small steps, as the first rendering is the longest.
  startTransition(() =>
    createRoot(root).render(
      <App>
        <RouterProvider router={router} />
      </App>,
    ),
  )
  const parting = takeParting()
  if (parting) toast[parting.bad ? 'error' : 'success'](parting.message)
}
