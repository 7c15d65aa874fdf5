import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import axeCore, { type Result } from 'axe-core'
import { sameOnPhones } from './same-on-phones.ts'
import { test } from './test.ts'

const folder = process.env.SCREENSHOTS
const phone = { width: 390, height: 844 }

/** All that a theme changes is colours: of axe's rules, those of its category cat.color. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page as it stands. Deedbox has no frames; its own program is put in once a page. */
async function axe(page: Page, onlyColours: boolean): Promise<Result[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeCore.source)
  return page.evaluate(
    async (rules) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      // A tooltip hangs outside of every landmark, as tooltips do.
      const { violations } = await axe.run(
        { exclude: '[role=tooltip]' },
        { resultTypes: ['violations'], ...(rules && { runOnly: rules }) },
      )
      return violations
    },
    onlyColours ? colourRules : null,
  )
}

/**
 * Looks at a page as it stands, in both themes: axe finds nothing, and nothing scrolls sideways. In a story that is not told on
 * phones the dark one is as narrow as a phone. With SCREENSHOTS=folder it also leaves a picture of each.
 */
export async function examine(page: Page, name: string): Promise<void> {
  await test.step(`examine ${name}`, async () => {
    const wide = page.viewportSize() ?? phone
    const narrowToo = sameOnPhones.includes(basename(test.info().file)) && wide.width > phone.width
    for (const colorScheme of ['light', 'dark'] as const) {
      if (narrowToo && colorScheme === 'dark') await page.setViewportSize(phone)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
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
        // What lies over a page covers the window, not all that can be scrolled to.
        const fullPage = !(await page.getByRole('dialog').first().isVisible())
        await page.screenshot({ path: join(folder, file), fullPage })
      }
    }
    if (narrowToo) await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
}

/**
 * Waits until the real page is there instead of the one painted ahead, and brings what moves to rest; what moves for ever
 * (a loader) is left alone.
 */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('#root > [inert]')).toHaveCount(0)
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
