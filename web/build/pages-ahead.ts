import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileOfPage } from '@deedbox/contract/app-pages.ts'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { bundleScript } from './bundle-script.ts'

type Page = { path: string; code?: string[]; data?: string; script?: boolean }

/**
 * The prerendered pages, those that people open first: the files whose code they need, and the first data that they ask for; a `script` asks where
 * that depends on the address.
 */
const pages: Page[] = [
  { path: '/login', code: ['routes/login'] },
  { path: '/signup', code: ['routes/signup'] },
  { path: '/dashboard', code: ['routes/dashboard'] },
  {
    path: '/documents',
    code: ['routes/documents'],
    data: '/api/documents?view=current&sort=uploadedAt&direction=desc',
  },
  { path: '/matters', code: ['routes/matters'] },
  { path: '/calendar', code: ['routes/calendar'] },
  { path: '/custody', code: ['routes/custody'] },
  // A link to a page of a document opens the reader, a mail the document.
  { path: '/documents/:documentId', code: ['routes/documents-one', 'documents/viewer/viewer'], script: true },
  {
    path: '/documents/shared/:documentId',
    code: ['routes/documents-one', 'routes/document-whole'],
    script: true,
  },
  // The page for unknown addresses: the server sends it with the status 404.
  { path: '/404' },
]

/** Address of which the frame stands for all other pages: its content is shown to people who are signed in only. */
const frame = '/profile'

type Bundle = Rolldown.OutputBundle

/** A chunk and everything it imports, except what it loads lazily. */
function filesOf(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const file = bundle[name]
  if (file?.type !== 'chunk' || found.has(name)) return found
  found.add(name)
  for (const imported of file.imports) filesOf(bundle, imported, found)
  return found
}

/** Returns the name of the chunk that a file became. */
function chunkOf(bundle: Bundle, file: string): string {
  const found = Object.values(bundle).find(
    (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(`/src/${file}.tsx`),
  )
  if (!found) throw new Error(`There is no chunk of ${file}`)
  return found.fileName
}

/** Links that make the browser fetch the code, the session and the first data at once. */
function preloads(bundle: Bundle, index: string, { code = [], data }: Page): string {
  if (code.length === 0) return ''
  const files = new Set<string>()
  for (const file of code) filesOf(bundle, chunkOf(bundle, file), files)
  const modules = [...files]
    .filter((name) => !index.includes(name))
    .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`)
  const calls = ['/api/session', ...(data ? [data.replaceAll('&', '&amp;')] : [])].map(
    (url) => `<link rel="preload" as="fetch" crossorigin href="${url}">`,
  )
  return [...calls, ...modules].join('')
}

/** Font of nearly all text, the file of English letters. */
const textFont = /inter-latin-wght-normal[^/]*\.woff2$/

/**
 * Writes `pages<path>.html` for the pages above, and index.html for all others: each with the page before it is known who is looking at it,
 * shown while the code loads. It is inert and readonly, because anything typed would be lost when the real page replaces it.
 */
export function pagesAhead(): Plugin {
  return {
    name: 'pages-ahead',
    apply: 'build',
    // The font is loaded beside the style sheet, so that the first text is painted in its final width: larger text painted later counts as the largest paint.
    transformIndexHtml: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => textFont.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
        })),
    writeBundle: {
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const vite = await createServer({
          root: import.meta.dirname.replace(/build$/, ''),
          server: { middlewareMode: true, hmr: false, ws: false },
          appType: 'custom',
          logLevel: 'warn',
        })
        try {
          const { prerender } = (await vite.ssrLoadModule('/src/prerender.tsx')) as {
            prerender: (path: string) => Promise<string>
          }
          const opening = await bundleScript('src/documents/opening.ts')
          await writeFile(join(dir, opening.name), opening.code)
          const early = `<script type="module" async fetchpriority="high" src="/${opening.name}"></script>`
          const index = await readFile(join(dir, 'index.html'), 'utf8')
          for (const page of [...pages, { path: frame }]) {
            const { path } = page
            const rendered = (await prerender(path)).replaceAll('<input ', '<input readonly ')
            // The title stands in the head, so that a screen reader says it as soon as the page is there.
            const [title = '<title>Deedbox</title>'] = /<title>[^<]*<\/title>/.exec(rendered) ?? []
            const painted = rendered.replace(title, '')
            // The style sheet first: what is painted needs no code.
            const html = index
              .replace('<title>Deedbox</title>', title)
              .replace('<script type="module"', '<script type="module" fetchpriority="low"')
              .replace('</head>', `${page.script ? early : ''}${preloads(bundle, index, page)}</head>`)
              .replace('<div id="root"></div>', `<div id="root"><div inert>${painted}</div></div>`)
            const lowered = html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
            const file = join(dir, path === frame ? 'index.html' : fileOfPage(path))
            await mkdir(dirname(file), { recursive: true })
            await writeFile(file, lowered)
          }
        } finally {
          await vite.close()
        }
      },
    },
  }
}
