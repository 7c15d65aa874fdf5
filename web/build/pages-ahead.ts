import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileOfPage } from '@deedbox/contract/app-pages.ts'
import { createServer, type Plugin, type Rolldown } from 'vite'

type Page = { path: string; code?: string[]; data?: string }

/** The prerendered pages, those that people open first: the files whose code they need, and the first data that they ask for. */
const pages: Page[] = [
  { path: '/login', code: ['routes/login'] },
  { path: '/signup', code: ['routes/signup'] },
  { path: '/dashboard', code: ['routes/dashboard'] },
  {
    path: '/documents',
    code: ['routes/documents'],
    data: '/api/documents?view=current&sort=uploadedAt&direction=desc',
  },
  // A link to a page of a document opens the reader, a mail the document.
  { path: '/documents/:documentId', code: ['routes/documents-one', 'documents/viewer/viewer'] },
  { path: '/documents/shared/:documentId', code: ['routes/documents-one', 'routes/document-whole'] },
  // The page for unknown addresses: the server sends it with the status 404.
  { path: '/404' },
]

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

/**
 * Writes `pages<path>.html` for the pages above: index.html with the page before it is known who is looking at it, shown
 * while the code loads. It is inert and readonly, because anything typed would be lost when the real page replaces it.
 */
export function pagesAhead(): Plugin {
  return {
    name: 'pages-ahead',
    apply: 'build',
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
          const index = await readFile(join(dir, 'index.html'), 'utf8')
          for (const page of pages) {
            const { path } = page
            const rendered = (await prerender(path)).replaceAll('<input ', '<input readonly ')
            // The title stands in the head, so that a screen reader says it as soon as the page is there.
            const [title = '<title>Deedbox</title>'] = /<title>[^<]*<\/title>/.exec(rendered) ?? []
            const painted = rendered.replace(title, '')
            // The style sheet first: what is painted needs no code.
            const html = index
              .replace('<title>Deedbox</title>', title)
              .replace('<script type="module"', '<script type="module" fetchpriority="low"')
              .replace('</head>', `${preloads(bundle, index, page)}</head>`)
              .replace('<div id="root"></div>', `<div id="root"><div inert>${painted}</div></div>`)
            const lowered = html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
            const file = join(dir, fileOfPage(path))
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
