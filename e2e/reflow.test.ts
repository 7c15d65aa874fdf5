import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

/** CSS pixels of a window of 1280 × 1024 at 400 % zoom (WCAG 2.2, 1.4.10). */
const magnified = { width: 320, height: 256 }

test('nothing scrolls sideways at 400 %, and forced colours tell the current page from the others', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee')
  const title = 'Deed of variation of the Wollongong-Featherstonehaugh Family Discretionary Trust'
  const id = await deedbox.upload(trustee, title, await deed(title, 4))
  const page = await visit(trustee, '/dashboard')
  await page.setViewportSize(magnified)
  const paths = ['/dashboard', '/documents', '/documents/upload', '/clients', '/trustee/requests', '/access']
  for (const path of [...paths, '/profile', `/documents/${id}`, `/documents/${id}?page=2`]) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeAttached()
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(sideways, path).toBeLessThanOrEqual(0)
  }

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
