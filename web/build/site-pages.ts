import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { fillPage, publicPages } from '../../contract/src/site.ts'
import { bundleScript } from './bundle-script.ts'
import { devValues } from './dev-values.ts'

type Render = typeof import('../src/site/render.tsx')
type Assets = Parameters<Render['renderPages']>[0]

const root = join(import.meta.dirname, '..')
/** The public pages' own scripts. */
const scripts = {
  site: 'src/site/client/site.ts',
  contact: 'src/site/client/contact.ts',
  check: 'src/site/client/check.ts',
}

/** The fonts of the application's style sheet that English needs, and their addresses. */
function fontsOf(css: string): { rules: string; files: string[] } {
  const rules = [...css.matchAll(/@font-face\s*\{[^}]*\}/g)]
    .map(([rule]) => rule)
    .filter((rule) => /-latin-(ext-)?wght-normal/.test(rule))
  const files = [...rules.join('').matchAll(/url\(["']?([^"')]*-latin-wght-normal[^"')]*\.woff2)/g)]
  return { rules: rules.join(''), files: files.map(([, file = '']) => file) }
}

/** Renders the public pages, as slots and text without the application, to `site<path>.html`. */
export function sitePages(): Plugin {
  return {
    name: 'site-pages',
    apply: (_, { isPreview }) => !isPreview,

    writeBundle: {
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const files = Object.values(bundle)
        const account = files.find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/account.tsx'),
        )
        const style = files.find(({ fileName }) => fileName.endsWith('.css'))
        if (!account || !style) throw new Error('The application has no header or no style sheet')
        const fonts = fontsOf(await readFile(join(dir, style.fileName), 'utf8'))
        const [site, contact, check] = await Promise.all([
          bundleScript(scripts.site),
          bundleScript(scripts.contact),
          bundleScript(scripts.check),
        ])
        for (const { name, code } of [site, contact, check]) await writeFile(join(dir, name), code)
        const vite = await createServer({
          root,
          server: { middlewareMode: true, hmr: false, ws: false },
          appType: 'custom',
          logLevel: 'warn',
        })
        try {
          const { renderPages } = (await vite.ssrLoadModule('/src/site/render.tsx')) as Render
          const { siteStyle } = await vite.ssrLoadModule('/src/site/style.ts')
          await mkdir(join(dir, 'site'), { recursive: true })
          const assets: Assets = {
            script: `/${site.name}`,
            contactScript: `/${contact.name}`,
            checkScript: `/${check.name}`,
            account: `/${account.fileName}`,
            accountStyle: `/${style.fileName}`,
            style: siteStyle(fonts.rules),
            fonts: fonts.files,
          }
          for (const { path, html } of renderPages(assets))
            await writeFile(join(dir, 'site', `${path.slice(1) || 'index'}.html`), html)
        } finally {
          await vite.close()
        }
      },
    },

    // While developing, the pages are rendered anew for each request, with the values of a new deployment.
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0]
        const page = publicPages.find((one) => one.path === path)
        if (!page || request.method !== 'GET') return next()
        try {
          const { renderPages } = (await server.ssrLoadModule('/src/site/render.tsx')) as Render
          const { siteStyle } = await server.ssrLoadModule('/src/site/style.ts')
          const pages = renderPages({
            script: `/${scripts.site}`,
            contactScript: `/${scripts.contact}`,
            checkScript: `/${scripts.check}`,
            account: '/src/account.tsx',
            accountStyle: '/src/ui/global.css?direct',
            style: siteStyle(''),
            fonts: [],
          })
          const html = pages.find((one) => one.path === path)?.html ?? ''
          const session = /session/.test(request.headers.cookie ?? '')
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(await server.transformIndexHtml(page.path, fillPage(html, { ...devValues, session })))
        } catch (error) {
          next(error)
        }
      })
    },
  }
}
