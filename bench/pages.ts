import { pdfOf, photograph, scannedPdf } from '../server/src/platform/rendering/samples.ts'
import type { Line } from './report.ts'
import type { Seeded } from './seed.ts'
import type { Server } from './server.ts'

type Reader = { cookie: string }
type Page = { documentId: string; page: number }
type Kind = { name: string; pages: Page[]; readers: Reader[]; url: string }

const scannedPages = 40
const repeatsEach = 10
/** Pages between which each reader turns back and forth, and how often they go through them. */
const openPages = 8
const rounds = 6

/**
 * Measures drawn pages of three kinds, for 20 people who see them through a grant, so that every page has their watermark. The limit of a
 * repeat is the first drawing of the same pages in the same run.
 */
export async function measurePages(on: string, { url }: Server, seeded: Seeded): Promise<Line[]> {
  const { trustee, guests } = seeded
  const text = Array.from({ length: 80 }, (_, page) =>
    `Clause ${page}. The settlor declares a trust. `.repeat(60),
  )
  const upload = async (fileName: string, content: Buffer, pages: number): Promise<Page[]> => {
    const documentId = await store(url, trustee, guests, fileName, content)
    return Array.from({ length: pages }, (_, index) => ({ documentId, page: index + 1 }))
  }
  const files = {
    text: await upload('text.pdf', await pdfOf(text), text.length),
    scanned: await upload('scan.pdf', await scannedPdf(scannedPages), scannedPages),
    photograph: [] as Page[],
  }
  for (let n = 0; n < 24; n++)
    files.photograph.push(...(await upload(`photo-${n}.jpg`, await photograph(4000, 3000), 1)))

  const lines: Line[] = []
  for (const [name, pages] of Object.entries(files)) {
    const kind = { name, pages, readers: guests, url }
    // Warm-up: the workers are started and have drawn the first pages before anything is measured.
    await Promise.all(pages.slice(0, 2).map((page) => read(url, trustee, page)))
    lines.push(...(await measureKind(on, kind)))
  }
  const turning = await upload('turning.pdf', await scannedPdf(20), 20)
  const waits = await turnPages({ name: 'turning', pages: turning, readers: guests, url })
  lines.push({
    what: `scanned pages, 20 people turning one a second, 95 % within, ${on}`,
    unit: 'ms',
    deedbox: waits[Math.floor(waits.length * 0.95)] ?? Number.NaN,
    target: { atMost: 800 },
  })
  return lines
}

async function measureKind(on: string, kind: Kind): Promise<Line[]> {
  const { name, pages, readers } = kind
  const rate = async (work: (reader: Reader, n: number) => Page[]) => {
    const queues = readers.map(work)
    const began = performance.now()
    await Promise.all(
      queues.map(async (queue, n) => {
        for (const page of queue) await read(kind.url, readers[n] as Reader, page)
      }),
    )
    return (queues.flat().length * 1000) / (performance.now() - began)
  }
  const fresh = pages.slice(2)
  // Pages are drawn once each, by one person.
  const first = await rate((_, n) => fresh.filter((_page, index) => index % readers.length === n))
  const marked = await rate((_, n) =>
    fresh.filter((_page, index) => index % readers.length === (n + 1) % readers.length),
  )
  const same = await rate((_, n) =>
    Array.from({ length: repeatsEach }, () => fresh[n % fresh.length] as Page),
  )
  const backAndForth = await rate((_, n) =>
    Array.from(
      { length: openPages * rounds },
      (_none, turn) => fresh[(n + (turn % openPages)) % fresh.length] as Page,
    ),
  )
  const line = (what: string, deedbox: number): Line => ({
    what: `${name} pages, ${what}, ${on}`,
    unit: 'pages/s',
    deedbox,
    limit: first,
    ratio: deedbox / first,
  })
  return [
    { ...line('repeated by 20 people', same), target: { atLeast: 5 } },
    line('for the next reader', marked),
    {
      what: `${name} pages, turned by ${readers.length} people over ${openPages} pages each, ${on}`,
      unit: 'pages/s',
      deedbox: backAndForth,
      target: { atLeast: 200 },
    },
  ]
}

/** Lets everybody turn all the pages, each from a different page on, and read each for a second. Returns milliseconds, sorted. */
async function turnPages({ pages, readers, url }: Kind): Promise<number[]> {
  const waits: number[] = []
  await Promise.all(
    readers.map(async (reader, n) => {
      await pause((n * 1000) / readers.length)
      for (let turn = 0; turn < pages.length; turn++) {
        const began = performance.now()
        await read(url, reader, pages[(n + turn) % pages.length] as Page)
        waits.push(performance.now() - began)
        await pause(1000)
      }
    }),
  )
  return waits.sort((a, b) => a - b)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function read(url: string, { cookie }: Reader, { documentId, page }: Page): Promise<void> {
  const answer = await fetch(`${url}/api/documents/${documentId}/pages/${page}`, { headers: { cookie } })
  if (!answer.ok) throw new Error(`Page ${page}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Uploads a document and shares it with everybody. */
async function store(
  url: string,
  { cookie }: Reader,
  guests: Seeded['guests'],
  fileName: string,
  content: Buffer,
): Promise<string> {
  const post = async (path: string, type: string, body: Uint8Array<ArrayBuffer> | string) => {
    const headers = { cookie, 'content-type': type, origin: url }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { document: { id: string } }
  }
  const upload = `/api/documents?fileName=${fileName}&title=Deed`
  const { document } = await post(upload, 'application/octet-stream', Uint8Array.from(content))
  const recipients = guests.map(({ email }) => ({ email }))
  const body = JSON.stringify({ documentIds: [document.id], recipients, accessLevel: 'view' })
  await post('/api/documents/share', 'application/json', body)
  return document.id
}
