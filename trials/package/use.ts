// Uses a Deedbox over HTTP, as its first administrator, from within the network of the machine it runs on.
//   use.ts first LINK   sets up through the printed link, stores two documents, reads them, invites somebody
//   use.ts again URL    signs in again: everything is still there
import { createHash } from 'node:crypto'
import { until } from '../support/server.ts'

const [what = '', given = ''] = process.argv.slice(2)
const { origin } = new URL(given)
const email = 'ada@practice.example'
const password = 'Brass-Key-1887-Elm'
const large = Buffer.from(createHash('sha512').update('Elm Tree').digest('hex').repeat(65_536))
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 53>>stream
BT /F 24 Tf 72 720 Td (Deed of the Elm Tree) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

let cookie = ''
async function call(
  method: string,
  path: string,
  body?: object | Buffer | string,
  type = 'application/json',
) {
  const raw = Buffer.isBuffer(body) || typeof body === 'string'
  const answer = await fetch(origin + path, {
    method,
    headers: {
      origin,
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: raw ? new Uint8Array(Buffer.from(body)) : JSON.stringify(body) }),
  })
  const content = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content}`)
  const [set] = answer.headers.getSetCookie()
  if (set) cookie = set.split(';')[0] ?? ''
  return content
}
const json = async (...all: Parameters<typeof call>) => JSON.parse((await call(...all)).toString())
const same = (a: Buffer | string, b: Buffer | string, name: string) => {
  if (!Buffer.from(a).equals(Buffer.from(b))) throw new Error(`${name} is not what was stored`)
}

if (what === 'first') {
  const person = { email, firstName: 'Ada', lastName: 'Elm', password }
  await call('POST', `/api${new URL(given).pathname}`, person)
  await call('POST', '/api/documents?fileName=large.txt&title=Large', large, 'text/plain')
  await call('POST', '/api/documents?fileName=deed.pdf&title=Deed', pdf, 'application/pdf')
  // A mail (its template, and the local mailbox).
  await call('POST', '/api/invitations', { email: 'guest@practice.example', role: 'guest' })
} else await call('POST', '/api/session', { email, password })

const { documents } = (await json('GET', '/api/documents')) as { documents: { id: string; title: string }[] }
const idOf = (title: string) => documents.find((one) => one.title === title)?.id ?? 'missing'
same(await call('GET', `/api/documents/${idOf('Large')}/content`), large, 'the large document')
same(await call('GET', `/api/documents/${idOf('Deed')}/content`), pdf, 'the PDF')
// The page is drawn by PDFium and sharp, in a worker.
const page = await call('GET', `/api/documents/${idOf('Deed')}/pages/1`)
if (page.subarray(0, 2).toString('hex') !== 'ffd8') throw new Error('the page is not a JPEG')
const { text } = (await json('GET', `/api/documents/${idOf('Deed')}/pages/1/text`)) as { text: string }
if (!JSON.stringify(text).includes('Elm Tree')) throw new Error('the page has no text')
// The report is printed by pdfkit and fontkit.
const report = await call('GET', '/api/audit/exports/documents-audit.pdf')
if (!report.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('the report is not a PDF')
// The public page, and the application.
for (const path of ['/', '/login'])
  if (!(await call('GET', path)).includes('<html')) throw new Error(`${path} is no page`)
if (what === 'first') {
  const sent = async () => (await call('GET', '/dev/mailbox')).includes('guest@practice.example')
  await until(sent, 'the invitation is in the mailbox')
}
process.stdout.write('all there\n')
