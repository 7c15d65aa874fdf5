import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { emailOf, password } from '../../server/demo/practice.ts'

const home = join(import.meta.dirname, '../..')
const port = process.env.PORT ?? '3907'
export const address = `http://127.0.0.1:${port}`

/** Starts the demonstration and resolves when it is ready. */
export async function startDemonstration(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(home, 'server/dist/demo.js')], {
    env: { PATH: process.env.PATH ?? '', PORT: port, TMPDIR: process.env.TMPDIR ?? '/tmp' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = Promise.withResolvers<ChildProcess>()
  child.stdout.on('data', (text) => String(text).includes('is ready') && ready.resolve(child))
  child.on('exit', () => ready.reject(new Error('The demonstration did not start')))
  return ready.promise
}

/** Opens a browser of its own for somebody of the demonstration, or for nobody. */
export async function browserOf(browser: Browser, as: string | null, options: object): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  if (!as) return page
  const answer = await context.request.post('/api/session', { data: { email: emailOf(as), password } })
  if (!answer.ok()) throw new Error(`${as} cannot sign in: ${await answer.text()}`)
  return page
}

/** Waits until a page and its pictures are there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // A list may come after its page, so that one look is not enough. The network is never idle: live events come through a stream that stays open.
  for (const _look of [1, 2]) {
    await page.waitForTimeout(500)
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  }
  await page.evaluate(() => document.fonts.ready)
}
