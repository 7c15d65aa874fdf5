import type { Page } from '@playwright/test'

/* The pictures of docs/guide.md: npm run pictures -- guide takes only these. */

export const guideDevices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true },
}

type Shot = {
  name: string
  as: string
  device?: keyof typeof guideDevices
  open(page: Page): Promise<void>
}

const at = (path: string) => async (page: Page) => void (await page.goto(path))

const openDeed = async (page: Page) => {
  await page.goto('/documents?documentType=trust_deed')
  await page.getByRole('main').locator('tbody a[href^="/documents/"]').first().click()
  await page.getByRole('button', { name: 'View', exact: true }).waitFor()
}

/** Opens a document that somebody has access to. */
const openShared = async (page: Page) => {
  await page.goto('/access?view=active&documentStatus=active')
  await page.locator('tbody a[href^="/documents/"]').first().click()
  await page.getByRole('button', { name: 'View', exact: true }).waitFor()
}

export const guideShots: readonly Shot[] = [
  { name: 'dashboard', as: 'trustee', open: at('/dashboard') },
  { name: 'upload', as: 'trustee', open: at('/documents/upload') },
  { name: 'documents', as: 'trustee', open: at('/documents') },
  {
    name: 'share',
    as: 'trustee',
    async open(page) {
      await openDeed(page)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'choose',
    as: 'trustee',
    async open(page) {
      await page.goto('/documents?documentType=trust_deed')
      for (const row of [0, 1, 2]) await page.locator('input[data-choose]').nth(row).click()
    },
  },
  {
    name: 'correct',
    as: 'trustee',
    async open(page) {
      await openDeed(page)
      await page.getByRole('button', { name: 'Correct', exact: true }).click()
      await page.getByRole('form', { name: 'Correct the details' }).waitFor()
    },
  },
  {
    name: 'archive',
    as: 'trustee',
    async open(page) {
      await openShared(page)
      await page.getByRole('button', { name: 'Archive', exact: true }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'client',
    as: 'trustee',
    async open(page) {
      await openShared(page)
      await page.getByRole('main').locator('a[href^="/clients/"]').first().click()
      await page.getByRole('heading', { name: 'Who has access now' }).waitFor()
    },
  },
  {
    name: 'search',
    as: 'trustee',
    async open(page) {
      await page.goto('/documents')
      await page.getByRole('button', { name: /^Search/ }).click()
      await page.getByRole('dialog').getByRole('combobox').fill('nakamura')
      await page.getByRole('dialog').getByRole('group', { name: 'Clients' }).waitFor()
    },
  },
  { name: 'requests', as: 'trustee', open: at('/trustee/requests') },
  { name: 'access', as: 'trustee', open: at('/access?view=active&sort=endsAt') },
  {
    name: 'reader',
    as: 'accountant',
    async open(page) {
      await openDeed(page)
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByRole('dialog').locator('img').first().waitFor()
    },
  },
  { name: 'guest', as: 'guest', device: 'phone', open: at('/dashboard') },
  { name: 'request', as: 'lawyer', open: at('/requestor/documents?tab=request-access') },
  { name: 'team', as: 'orgadmin', open: at('/b2b/users') },
  { name: 'admin', as: 'admin', open: at('/dashboard') },
]
