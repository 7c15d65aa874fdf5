import type { Page } from '@playwright/test'
import { deed } from './support/files.ts'
import { matterPages, verifiedCopy } from './support/matter-pages.ts'
import { expect, test } from './support/test.ts'

/** CSS pixels of a window of 1280 × 1024 at 400 % zoom (WCAG 2.2, 1.4.10). */
const magnified = { width: 320, height: 256 }

/** Returns the words of a page's title that go on in a second line. A hyphen ends a word. */
const brokenWords = (page: Page): Promise<string[]> =>
  page
    .locator('main h1')
    .first()
    .evaluate((title) => {
      const text = title.firstChild
      if (!(text instanceof Text)) return []
      return [...text.data.matchAll(/[^\s-]+/g)]
        .filter(({ index, 0: word }) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return range.getClientRects().length > 1
        })
        .map(([word]) => word)
    })

test('nothing scrolls sideways at 400 %, and forced colours tell the current page from the others', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const title = 'Deed of variation of the Wollongong-Featherstonehaugh Family Discretionary Trust'
  const id = await deedbox.upload(trustee, title, await deed(title, 4))
  const name = 'Bartholomew-Maximilian Wollongong-Featherstonehaugh'
  const matters = await matterPages(deedbox, trustee, id, { title, name, email: 'heir@wollongong.example' })
  const page = await visit(trustee, '/dashboard')
  const paths = [
    ...['/dashboard', '/documents', '/documents/upload', '/clients', '/trustee/requests', '/access'],
    ...['/matters', '/matters/import', '/calendar', '/custody', '/custody/stock-takes', '/releases'],
    ...['/inspections', '/inspect', ...Object.values(matters)],
    ...Object.values(await verifiedCopy(deedbox, trustee, id)),
    ...['/profile', `/documents/${id}`, `/documents/${id}?page=2`],
  ]
  const fits = async (open: Page, path: string) => {
    await open.setViewportSize(magnified)
    await open.goto(path)
    await expect(open.locator('main h1').first()).toBeAttached()
    await expect(open.locator('main [aria-busy=true]')).toHaveCount(0)
    const sideways = await open.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(sideways, path).toBeLessThanOrEqual(0)
    expect.soft(await brokenWords(open), `words of the title of ${path}`).toEqual([])
  }
  for (const path of paths) await fits(page, path)
  await fits(await visit(await deedbox.person('admin')), '/admin/date-rules')
  await fits(await visit(await deedbox.person('b2b_admin', { organization: 'Harbour Legal' })), '/custody')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/documents')
  const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
  const lineOf = (name: string) =>
    links
      .filter({ hasText: name })
      .first()
      .evaluate((link) => getComputedStyle(link).borderBlockEndColor)
  await expect.poll(() => lineOf('Documents')).not.toBe(await lineOf('Dashboard'))
})
