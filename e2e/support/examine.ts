import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { Result } from 'axe-core'
import { runsOnPhones } from './on-phones.ts'
import { paintedPageGone, test } from './test.ts'

const folder = process.env.SCREENSHOTS
const phone = { width: 390, height: 844 }

/** Rules of axe's category cat.color, as a theme changes nothing but colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Minified source, less than half of what `axeCore.source` has: it is sent and read once a page. */
const source = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Returns what axe finds on a page. Deedbox has no frames, so axe is loaded once a page. */
async function axe(page: Page, onlyColours: boolean): Promise<Result[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async (rules) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      // The page below a modal dialog is examined when the dialog is closed: with many rows it would take most of the time.
      const isCovered = [...document.querySelectorAll('[aria-modal=true]')].some(
        (dialog) => dialog.checkVisibility() && !dialog.closest('#root'),
      )
      // Tooltips are outside of every landmark.
      const { violations } = await axe.run(
        { exclude: isCovered ? [['[role=tooltip]'], ['#root']] : '[role=tooltip]' },
        { preload: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) },
      )
      return violations
    },
    onlyColours ? colourRules : null,
  )
}

/** Returns what holds a bare number of nothing beside other parts of a page: a list's length that was shown instead of the list. */
const strayZeros = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (
        /^0+$/.test(text.textContent ?? '') &&
        text.parentElement?.querySelector(':scope > :is(div, section, p)')
      )
        found.push(text.parentElement.outerHTML.slice(0, 80))
    return found
  })

/** Elements that HTML does not allow inside a paragraph, of which React complains in development. */
const blocks = ['div', 'p', 'ul', 'ol', 'dl', 'table', 'form', 'section', 'h1', 'h2', 'h3', 'h4', 'pre', 'hr']

/**
 * Looks at a page as it stands, in both themes: axe finds nothing, no paragraph holds a block, no number stands for nothing, and nothing scrolls sideways. In a story that does not
 * run on phones, the dark theme is as narrow as a phone. With SCREENSHOTS=folder it also takes a picture of each.
 */
export async function examine(page: Page, name: string): Promise<void> {
  await test.step(`examine ${name}`, async () => {
    const wide = page.viewportSize() ?? phone
    const narrowToo = !runsOnPhones(test.info()) && wide.width > phone.width
    for (const colorScheme of ['light', 'dark'] as const) {
      if (narrowToo && colorScheme === 'dark') await page.setViewportSize(phone)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The page that comes with evidence is none of the application's.
      if ((await page.locator('#root').count()) > 0)
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await settled(page)
      const violations = await axe(page, colorScheme === 'dark' && !narrowToo)
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
      )
      expect.soft(faults, `axe on ${name}, ${colorScheme}`).toEqual([])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
      if (folder) {
        const file = `${name}-${test.info().project.name}-${colorScheme}.png`.replace(/[^\w.-]+/g, '-')
        // State: no dialog is open, as a dialog covers the window and not all that can be scrolled to.
        const fullPage = !(await page.getByRole('dialog').first().isVisible())
        await page.screenshot({ path: join(folder, file), fullPage })
      }
    }
    const inParagraphs = await page
      .locator(`p :is(${blocks})`)
      .evaluateAll((found) => found.map(({ outerHTML }) => outerHTML.slice(0, 80)))
    expect.soft(inParagraphs, `blocks in paragraphs of ${name}`).toEqual([])
    expect.soft(await strayZeros(page), `numbers of nothing on ${name}`).toEqual([])
    if (narrowToo) await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
}

/** Waits until the real page is there instead of the one painted ahead, and ends animations, except endless ones such as a loader. */
async function settled(page: Page): Promise<void> {
  await paintedPageGone(page)
  await expect(page.locator('main h1').first()).toBeAttached()
  await page.waitForFunction(() => {
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    for (const animation of moving) animation.finish()
    return moving.length === 0
  })
}
