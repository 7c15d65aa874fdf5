import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { photograph } from '../server/src/platform/rendering/samples.ts'
import { store } from './reading.ts'
import { seed } from './seed.ts'
import { deedbox, limit } from './server.ts'

/** Version of pdf.js beside which Deedbox is measured. It is installed for this run only. */
const pdfJs = 'pdfjs-dist@6.5.438'
const PAGES = 300
/** Time in which the words of an uploaded deed are read for the search, which takes the same renderer. */
const INDEXED_WITHIN_MS = 10_000

/** Lines and processors: Lighthouse's slow one has 1.6 Mbit/s, 150 ms and a processor four times slower. */
const lines = {
  fast: null,
  'slow, as in Lighthouse': { latency: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8, slower: 4 },
}

/** A deed of 300 scanned pages, 40 MB: each page has an image of its own. */
async function scannedDeed(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const scan = await photograph(1240, 1754, 40)
  // Bytes after the end of an image are not drawn.
  const padded = Buffer.concat([scan, Buffer.alloc(Math.max(0, 40_000_000 / PAGES - scan.length))])
  for (let page = 0; page < PAGES; page++) {
    const image = await document.embedJpg(padded)
    document.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 })
  }
  return Buffer.from(await document.save())
}

/** Installs pdf.js in a folder, compressed as Deedbox's own scripts are. Returns the folder of its files. */
function installPdfJs(home: string): string {
  const args = ['install', '--prefix', home, '--omit=optional', '--no-audit', '--no-fund', pdfJs]
  if (spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
    throw new Error('pdf.js could not be installed')
  const folder = join(home, 'node_modules', 'pdfjs-dist', 'build')
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.min.mjs')))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
  return folder
}

/** Milliseconds from opening an address in a new browser until the first page is drawn. */
async function timeOf(
  browser: Browser,
  line: (typeof lines)[keyof typeof lines],
  url: string,
  cookie: string | null,
  drawn: (page: Page) => Promise<unknown>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (cookie) {
    const at = cookie.indexOf('=')
    await context.addCookies([
      { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: new URL(url).origin },
    ])
  }
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  if (line) {
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: line.latency },
      ...{ downloadThroughput: line.bytesPerSecond, uploadThroughput: line.bytesPerSecond },
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: line.slower })
  }
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await drawn(page)
  const ms = performance.now() - began
  await context.close()
  return ms
}

/**
 * Measures how long the first page of a deed of 300 pages and 40 MB takes, sharp on the screen, from opening its address in a browser that has nothing of it yet, beside
 * pdf.js with byte ranges of the plain file.
 */
export async function measureFirstPage(home: string, rounds: number): Promise<string> {
  const folder = join(home, 'deed')
  const dataDir = join(home, 'first-page')
  for (const one of [folder, dataDir]) mkdirSync(one)
  const deed = await scannedDeed()
  writeFileSync(join(folder, 'deed.pdf'), deed)
  const { trustee, guests } = await seed({ dataDir })
  const [reader] = guests
  if (!reader) throw new Error('there is no guest')
  const ours = await deedbox({ DATA_DIR: dataDir })
  const bare = await limit('pdf-js', { FOLDER: folder, PDF_JS: installPdfJs(home) })
  const browser = await chromium.launch({
    executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  })
  try {
    const rows: string[] = []
    for (const [name, line] of Object.entries(lines)) {
      const times: { deedbox: number; limit: number }[] = []
      for (let round = 0; round < rounds; round++) {
        // A document of its own each time: nothing of it has been drawn.
        const documentId = await store(ours.url, trustee.cookie, reader.email, deed)
        await new Promise((resolve) => setTimeout(resolve, INDEXED_WITHIN_MS))
        const address = `${ours.url}/documents/${documentId}?page=1`
        const image = (page: Page) =>
          page.getByRole('img', { name: `Page 1 of ${PAGES}`, exact: true }).waitFor()
        times.push({
          deedbox: await timeOf(browser, line, address, reader.cookie, image),
          limit: await timeOf(browser, line, bare.url, null, (page) => page.getByLabel('Page 1').waitFor()),
        })
      }
      const median = (of: (time: (typeof times)[number]) => number) =>
        times.map(of).toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
      const [ms, limitMs, ratio] = [
        median((time) => time.deedbox),
        median((time) => time.limit),
        median((time) => time.deedbox / time.limit),
      ]
      rows.push(
        `| ${name} | ${Math.round(ms)} | ${Math.round(limitMs)} | ${ratio.toFixed(2)} | ${ratio <= 1 ? 'reached' : 'MISSED'} |`,
      )
    }
    return [
      `First page of a deed of ${PAGES} pages and ${Math.round(deed.length / 1e6)} MB, medians of ${rounds} rounds in turn (target: as soon as with pdf.js):`,
      '',
      '| line | Deedbox, ms | pdf.js, ms | ratio | |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  } finally {
    await browser.close()
    await ours.stop()
    await bare.stop()
  }
}
