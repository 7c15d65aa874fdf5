import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './test.ts'

const folder = process.env.SCREENSHOTS

/** All that a theme changes is colours: of axe's rules, those of its category cat.color. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * axe on a page as it stands. Measured on a list of 20 rows, for both themes: 2.2 s with all rules twice, 1.6 s with
 * only the colour rules in dark, 0.8 s without the second page that axe opens for frames, of which Deedbox has none.
 */
const axe = (page: Page, colorScheme: 'light' | 'dark') => {
  // A tooltip hangs outside of every landmark, as tooltips do.
  const builder = new AxeBuilder({ page }).setLegacyMode().exclude('[role=tooltip]')
  return (colorScheme === 'light' ? builder : builder.withRules(colourRules)).analyze()
}

/**
 * Looks at a page as it stands, in both themes: axe finds nothing, and nothing scrolls sideways. With SCREENSHOTS=folder
 * it also leaves a picture of each.
 */
export async function examine(page: Page, name: string): Promise<void> {
  await test.step(`examine ${name}`, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await settled(page)
      const { violations } = await axe(page, colorScheme)
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
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
}

/** Waits until what moves has come to rest; what moves for ever (a loader) is left alone. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' ||
          animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  )
}
