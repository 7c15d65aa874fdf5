import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Deedbox, type Person, startDeedbox } from './deedbox.ts'

export { expect }

/** Complaints of a browser, and its requests to other sites, in one test. */
type Troubles = {
  complaints: string[]
  /** Allows complaints that this test causes itself. */
  allow(pattern: RegExp): void
}

type Fixtures = {
  /** The Deedbox of this file. */
  deedbox: Deedbox
  troubles: Troubles
  /**
   * Opens a page in a separate browser for a person, or for somebody who is not signed in. `host`: the name by which it knows this machine, if not
   * its address.
   */
  visit(who: Person | null, path?: string, host?: string): Promise<Page>
}

type WorkerFixtures = { running: { deedboxFor(file: string): Promise<Deedbox> } }

export const test = base.extend<Fixtures, WorkerFixtures>({
  running: [
    async ({ browserName: _ }, use, { project }) => {
      // Database to copy: desktops use PostgreSQL where there is one, phones the embedded database.
      const templateUrl = project.name === 'desktop' ? process.env.TEMPLATE_DATABASE_URL : undefined
      let current: { file: string; deedbox: Deedbox } | undefined
      await use({
        async deedboxFor(file) {
          if (current?.file === file) return current.deedbox
          await current?.deedbox.stop()
          current = { file, deedbox: await startDeedbox({ templateUrl }) }
          return current.deedbox
        },
      })
      await current?.deedbox.stop()
    },
    { scope: 'worker' },
  ],

  deedbox: async ({ running }, use, { file }) => use(await running.deedboxFor(file)),

  troubles: async ({ baseURL: _ }, use) => {
    const complaints: string[] = []
    const allowed: RegExp[] = []
    await use({ complaints, allow: (pattern) => allowed.push(pattern) })
    expect(complaints.filter((trouble) => !allowed.some((pattern) => pattern.test(trouble)))).toEqual([])
  },

  visit: async ({ browser, deedbox, troubles }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (who, path, host) => {
      const address = host ? deedbox.address.replace('127.0.0.1', host) : deedbox.address
      const context = await browser.newContext({ baseURL: address })
      contexts.push(context)
      watch(context, address, troubles.complaints)
      await context.addInitScript(complainOfLostFocus)
      if (who) await context.addCookies([cookieOf(who, address)])
      const page = await context.newPage()
      if (path !== undefined) {
        await page.goto(path)
        await paintedPageGone(page)
      }
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Waits until the real page is there instead of the one painted ahead. */
export const paintedPageGone = (page: Page) => expect(page.locator('#root > [inert]')).toHaveCount(0)

function cookieOf({ cookie }: Person, url: string) {
  const at = cookie.indexOf('=')
  return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url }
}

/**
 * Runs in each page: complains when the focus is at the page's body throughout the second second after a dialog has gone, unless somebody pressed
 * beside everything or the window was made narrow, which hides what had the focus.
 */
function complainOfLostFocus(): void {
  let excusedAt = 0
  for (const event of ['pointerdown', 'resize'])
    addEventListener(event, () => {
      excusedAt = Date.now()
    })
  const dialogIn = (nodes: NodeList) =>
    [...nodes].map((node) => node instanceof Element && node.querySelector('[aria-modal=true]')).find(Boolean)
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      const dialog = changes.map(({ removedNodes }) => dialogIn(removedNodes)).find(Boolean)
      if (!dialog) return
      const goneAt = Date.now()
      const text = dialog.querySelector('h2')?.textContent
      const look = (looks: number) => {
        const lost = document.hasFocus() && document.activeElement === document.body && excusedAt < goneAt
        if (lost && looks > 0) setTimeout(() => look(looks - 1), 100)
        if (!lost || looks > 0) return
        // biome-ignore lint/suspicious/noConsole: what the console has is a complaint of the story
        console.error(`The focus has fallen to the body of the page after the dialog “${text}”`)
      }
      setTimeout(() => look(10), 1_000)
    }).observe(document.body, { childList: true, subtree: true }),
  )
}

/** Notes requests to any other origin, errors on the console (so also what the content policy stops), and faults of the server. */
function watch(context: BrowserContext, address: string, complaints: string[]): void {
  context.on('request', (request) => {
    const url = new URL(request.url())
    const isDeedbox = url.origin === address || ['blob:', 'data:'].includes(url.protocol)
    if (!isDeedbox) complaints.push(`request to ${url.origin}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500)
      complaints.push(`${response.status()} from ${new URL(response.url()).pathname}`)
  })
  context.on('console', (message) => {
    // Refusals are normal answers, though the browser reports each one as an error.
    if (/the server responded with a status of 4\d\d/.test(message.text())) return
    // The preview of an email runs no scripts, and the browser says so of those that the test itself puts into each page.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) =>
    complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  )
}
