import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

/**
 * The limit of a first page: bare Fastify that gives a plain PDF in byte ranges, and a page that draws its first page by pdf.js, as wide as the window allows
 * and for the pixels that it takes. FOLDER holds deed.pdf, PDF_JS the files of pdf.js. PORT, FOLDER, PDF_JS.
 */
const { FOLDER: folder = '', PDF_JS: pdfJs = '', PORT: port } = process.env
const app = Fastify()
app.get('/health', async () => ({ status: 'ok' }))
await app.register(fastifyStatic, { root: folder, prefix: '/file/' })
await app.register(fastifyStatic, {
  root: pdfJs,
  prefix: '/pdf-js/',
  decorateReply: false,
  preCompressed: true,
})
app.get('/', (_request, reply) =>
  reply
    .type('text/html')
    .send(`<!doctype html><title>pdf.js</title><body style="margin:0"><script type="module">
    import { getDocument, GlobalWorkerOptions } from '/pdf-js/pdf.min.mjs'
    GlobalWorkerOptions.workerSrc = '/pdf-js/pdf.worker.min.mjs'
    const { promise } = getDocument({ url: '/file/deed.pdf', disableAutoFetch: true, disableStream: true })
    const page = await (await promise).getPage(1)
    const width = Math.min(innerWidth, 900) * devicePixelRatio
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: viewport.width, height: viewport.height })
    canvas.style.width = viewport.width / devicePixelRatio + 'px'
    await page.render({ canvas, viewport }).promise
    canvas.setAttribute('aria-label', 'Page 1')
    document.body.append(canvas)
  </script>`),
)
await app.listen({ host: '127.0.0.1', port: Number(port) })
