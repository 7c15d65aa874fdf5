import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { makeDeedPdf } from '../server/demo/files.ts'
import { scannedPdf } from '../server/src/platform/rendering/samples.ts'
import { seed } from './seed.ts'
import { deedbox } from './server.ts'

/** Milliseconds for a page: somebody who looks for a clause. A person who reads every word takes a minute for each. */
const paceMs = 1_000
/** Pixels of a page that must be in view, without a picture, for it to count as blank. */
const seenPx = 40

type Way = 'by scrolling' | 'by keyboard'
type Found = { what: string; blankMs: number; blanks: number; drawn: number[] }

/**
 * Measures a deed that is read from end to end in Chromium, by somebody who sees it through a grant (so with a watermark): the longest time
 * that a page in view was blank, once the reader was open, and how long the server took for each page.
 */
export async function measureReading(home: string, pages: number): Promise<string> {
  const dataDir = join(home, 'reading')
  mkdirSync(dataDir)
  const { trustee, guests } = await seed({ dataDir })
  const [reader] = guests
  if (!reader) throw new Error('there is no guest')
  const server = await deedbox({ DATA_DIR: dataDir })
  const browser = await chromium.launch({
    executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  })
  try {
    const parties = { settlor: 'Harold Smith', trustee: 'Margaret Chen', appointor: 'Margaret Chen' }
    const deed = { title: 'Deed', parties: { ...parties, beneficiaries: ['Jane Citizen'] } }
    const files = {
      text: await makeDeedPdf({ ...deed, date: new Date('2019-07-01'), pages }),
      scanned: await scannedPdf(pages),
    }
    const found: Found[] = []
    for (const [kind, file] of Object.entries(files))
      for (const way of ['by scrolling', 'by keyboard'] as const) {
        // A document of its own each time: nothing of it has been drawn.
        const documentId = await store(server.url, trustee.cookie, reader.email, file)
        found.push(await read(browser, server.url, reader.cookie, documentId, pages, way, kind))
      }
    return table(found, pages)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Stores a PDF as a trustee and shares it, to be viewed; returns its id. */
export async function store(url: string, cookie: string, email: string, file: Buffer): Promise<string> {
  const post = async (path: string, type: string, body: Uint8Array<ArrayBuffer> | string) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': type, origin: url },
      body,
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { document: { id: string } }
  }
  const upload = '/api/documents?fileName=deed.pdf&title=Deed'
  const { document } = await post(upload, 'application/octet-stream', Uint8Array.from(file))
  const grant = JSON.stringify({ email, accessLevel: 'view' })
  await post(`/api/documents/${document.id}/access`, 'application/json', grant)
  return document.id
}

async function read(
  browser: Browser,
  url: string,
  cookie: string,
  documentId: string,
  pages: number,
  way: Way,
  kind: string,
): Promise<Found> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const at = cookie.indexOf('=')
  await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url }])
  const page = await context.newPage()
  await page.goto(`/documents/${documentId}?page=1`)
  await page.getByRole('img', { name: `Page 1 of ${pages}`, exact: true }).waitFor()
  await page.evaluate(watch, seenPx)
  if (way === 'by keyboard') await turnPages(page, pages)
  else await scroll(page, pages)
  const { blanks, drawn } = await page.evaluate(() => {
    const { blanks } = window as unknown as { blanks: number[] }
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const images = entries.filter(({ name }) => /\/pages\/\d+(\?|$)/.test(name))
    return { blanks, drawn: images.map(({ duration }) => duration) }
  })
  await context.close()
  return { what: `${kind}, ${way}`, blankMs: Math.max(0, ...blanks), blanks: blanks.length, drawn }
}

/** Watches in the browser: notes for each frame which pages are in view without a picture, and how long each stays so. */
function watch(seen: number): void {
  const blanks: number[] = []
  Object.assign(window, { blanks })
  const since = new Map<string, number>()
  const look = (now: number) => {
    const blank = new Set<string>()
    for (const sheet of document.querySelectorAll('article[aria-label^="Page "]')) {
      const { top, bottom } = sheet.getBoundingClientRect()
      const inView = Math.min(bottom, innerHeight - 30) - Math.max(top, 90)
      const image = sheet.querySelector('img')
      if (inView >= seen && !(image?.complete && image.naturalWidth > 0))
        blank.add(sheet.getAttribute('aria-label') ?? '')
    }
    for (const name of blank) if (!since.has(name)) since.set(name, now)
    for (const [name, began] of since)
      if (!blank.has(name)) {
        blanks.push(now - began)
        since.delete(name)
      }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function turnPages(page: Page, pages: number): Promise<void> {
  for (let number = 2; number <= pages; number++) {
    await page.waitForTimeout(paceMs)
    await page.keyboard.press('ArrowRight')
  }
  await page.waitForTimeout(paceMs)
}

/** Turns the wheel by ten small steps a second. */
async function scroll(page: Page, pages: number): Promise<void> {
  const sheet = await page.getByRole('article').first().boundingBox()
  const step = ((sheet?.height ?? 1_000) + 16) / 10
  await page.mouse.move(720, 450)
  for (let turn = 0; turn < pages * 10; turn++) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(paceMs / 10)
  }
}

function table(found: Found[], pages: number): string {
  const at = (drawn: number[], part: number) =>
    Math.round(drawn.toSorted((a, b) => a - b)[Math.floor(drawn.length * part)] ?? Number.NaN)
  const rows = found.map(
    ({ what, blankMs, blanks, drawn }) =>
      `| ${what} | ${Math.round(blankMs)} | ${blanks} | ${at(drawn, 0.5)} | ${at(drawn, 0.95)} | ${blankMs <= 300 ? 'reached' : 'MISSED'} |`,
  )
  return [
    `A deed of ${pages} pages, a page a second, embedded database (target: no page in view blank for more than 300 ms):`,
    '',
    '| read | longest blank, ms | pages that were blank | a page drawn, p50 ms | p95 ms | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
