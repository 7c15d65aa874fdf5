import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { guideDevices, guideShots } from './guide-shots.ts'
import { address, browserOf, settled, startDemonstration } from './support/demonstration.ts'
import { takeWalk } from './walk.ts'

/*
 * npm run pictures: starts the demonstration, and takes its pictures for the public pages, the guide and README (`-- guide` and `-- walk`: only
 * that).
 */

const home = join(import.meta.dirname, '..')
const folder = join(home, 'web/public/pictures')
const quality = 0.8

type Kind = 'desktop' | 'phone'
type Shot = { name: string; as: string; kinds: Kind[]; open(page: Page): Promise<void> }

/** Finds the first document's link in the list. */
const firstDocument = (page: Page) => page.getByRole('main').locator('a[href^="/documents/"]:visible')

const shots: Shot[] = [
  {
    name: 'documents',
    as: 'trustee',
    kinds: ['desktop', 'phone'],
    async open(page) {
      await page.goto('/documents')
      await firstDocument(page).first().waitFor()
    },
  },
  {
    name: 'access',
    as: 'trustee',
    kinds: ['desktop'],
    async open(page) {
      await page.goto('/documents?search=deed+of+variation+nakamura')
      const title = 'Deed of variation of the Nakamura Family Trust, 2025'
      await page.getByRole('link', { name: title, exact: true }).click()
      const heading = page.getByRole('heading', { name: 'Access', exact: true })
      await heading.waitFor()
      await settled(page)
      await heading.evaluate((part) => scrollTo(0, part.getBoundingClientRect().top + scrollY - 120))
    },
  },
  {
    name: 'reader',
    as: 'accountant',
    kinds: ['desktop'],
    async open(page) {
      // It is shared with the reader, whose name is on the page.
      await page.goto('/documents?documentType=trust_deed')
      await page.locator('tbody a[href^="/documents/"]').first().click()
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  {
    name: 'dashboard',
    as: 'trustee',
    kinds: ['desktop'],
    open: async (page) => void (await page.goto('/dashboard')),
  },
]

const devices = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 520 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

/** Encodes a picture in the browser, so that no other program is needed. */
async function webp(page: Page, png: Buffer): Promise<Buffer> {
  const data = await page.evaluate(
    async ([text, at]) => {
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      canvas.getContext('2d')?.drawImage(picture, 0, 0)
      const encoded = await canvas.convertToBlob({ type: 'image/webp', quality: at })
      return [...new Uint8Array(await encoded.arrayBuffer())]
    },
    [png.toString('base64'), quality] as const,
  )
  return Buffer.from(data)
}

const inOneLine = (size: unknown) =>
  JSON.stringify(size)
    .replace(/([:,])/g, '$1 ')
    .replace('{', '{ ')
    .replace('}', ' }')

async function take(browser: Browser, shot: Shot, sizes: Record<string, unknown>): Promise<void> {
  const taken: Record<Kind, [number, number] | null> = { desktop: null, phone: null }
  for (const kind of shot.kinds)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browserOf(browser, shot.as, { ...devices[kind], colorScheme })
      await shot.open(page)
      await settled(page)
      const png = await page.screenshot()
      if (shot.name === 'documents' && kind === 'desktop' && colorScheme === 'light')
        await writeFile(join(home, 'docs/documents.png'), png)
      const file = await webp(page, png)
      await writeFile(join(folder, `${shot.name}-${kind}-${colorScheme}.webp`), file)
      const { viewport, deviceScaleFactor } = devices[kind]
      taken[kind] = [viewport.width * deviceScaleFactor, viewport.height * deviceScaleFactor]
      await page.context().close()
    }
  sizes[shot.name] = taken
}

/** Takes the preview of shared links: the top of the landing page, with the pictures just taken. */
async function takePreview(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' })
  await page.route('**/pictures/*.webp', (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname.split('/').at(-1) ?? '') }),
  )
  await page.goto(address)
  await settled(page)
  await writeFile(join(folder, 'og.png'), await page.screenshot())
  await page.close()
}

async function takeGuide(browser: Browser): Promise<void> {
  await mkdir(join(folder, 'guide'), { recursive: true })
  const sizes: Record<string, [number, number]> = {}
  for (const { name, as, device = 'desktop', open } of guideShots) {
    const { viewport, ...how } = guideDevices[device]
    const page = await browserOf(browser, as, { viewport, ...how, colorScheme: 'light' })
    await open(page)
    await settled(page)
    await writeFile(join(folder, 'guide', `${name}.webp`), await webp(page, await page.screenshot()))
    sizes[name] = [viewport.width, viewport.height]
    await page.context().close()
  }
  await keepSizes('guide-pictures', sizes)
}

/** Stores the pictures' sizes for the pages, so that nothing moves while one loads. */
async function keepSizes(file: string, sizes: object): Promise<void> {
  const lines = Object.entries(sizes).map(([name, size]) => `  "${name}": ${inOneLine(size)}`)
  await writeFile(join(home, `web/src/site/${file}.json`), `{\n${lines.join(',\n')}\n}\n`)
}

const demonstration = await startDemonstration()
const browser = await chromium.launch({
  executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
try {
  await mkdir(folder, { recursive: true })
  const only = process.argv[2]
  if (!only) {
    const sizes = {}
    for (const shot of shots) await take(browser, shot, sizes)
    await keepSizes('pictures', sizes)
    await takePreview(browser)
  }
  if (!only || only === 'guide') await takeGuide(browser)
  // It comes last, because it shares and approves.
  if (!only || only === 'walk') await writeFile(join(home, 'docs/walk.webp'), await takeWalk(browser))
} finally {
  await browser.close()
  demonstration.kill()
}
