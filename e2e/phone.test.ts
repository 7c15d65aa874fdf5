import type { Page } from '@playwright/test'
import { screen } from '../contract/src/messages.ts'
import { password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { logIn } from './support/flows.ts'
import { expect, test } from './support/test.ts'

const phone = { width: 390, height: 844 }

test('a list shows six documents on a phone, and the rest of each on touch', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const file = await deed('Smith deed', 4)
  for (let index = 1; index <= 8; index++)
    await deedbox.upload(
      trustee,
      `Deed of variation of the Wollongong-Featherstonehaugh Family Trust ${index}`,
      file,
      {
        clientName: 'Bartholomew Featherstonehaugh',
        expiryDate: '2031-07-01',
      },
    )
  const page = await visit(trustee)
  await page.setViewportSize(phone)
  await page.goto('/documents')
  const rows = page.getByRole('table', { name: 'Documents' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(8)
  for (const row of (await rows.all()).slice(0, 6)) {
    await expect(row.getByRole('link', { name: /^Deed of variation/ })).toBeInViewport({ ratio: 1 })
    await expect(row.getByText('Bartholomew Featherstonehaugh')).toBeInViewport({ ratio: 1 })
    await expect(row.getByText('1 July 2031')).toBeInViewport({ ratio: 1 })
  }
  const search = page.getByRole('searchbox', { name: 'Search documents' })
  const filters = page.getByRole('button', { name: 'Filters' })
  const top = async (place: typeof search) => (await place.boundingBox())?.y
  expect(await top(search)).toBe(await top(filters))

  const row = rows.first()
  const share = row.getByRole('button', { name: /^Share/ })
  await expect(share).toBeHidden()
  // A press beside the links opens the row; the keyboard has a button for it.
  await row.getByText('1 July 2031').click({ force: true })
  await expect(share).toBeVisible()
  const more = row.getByRole('button', { name: /^More about Deed of variation/ })
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await examine(page, 'documents-phone')
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(share).toBeHidden()
  await filters.click()
  await page.getByRole('dialog').getByLabel('Sort Documents by').selectOption('Title')
  await expect(page).toHaveURL('/documents?sort=title&direction=asc')
})

const worker = '/documents/upload/shared'

/** Sends a file as the phone's menu does: a form that the manifest describes. */
const share = (page: Page, name: string) =>
  page.evaluate(
    ({ action, name }) => {
      const form = Object.assign(document.createElement('form'), { action, method: 'post' })
      form.enctype = 'multipart/form-data'
      const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
      const carrier = new DataTransfer()
      carrier.items.add(new File(['I leave the piano to Ada.'], name, { type: 'text/plain' }))
      files.files = carrier.files
      form.append(files)
      document.body.append(form)
      form.submit()
    },
    { action: worker, name },
  )
const kept = (page: Page) => page.evaluate(() => caches.keys())

test('a file shared from the menu of the phone is in the form, also of who signs in first', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { email: 'margaret@practice.example', password })
  const page = await visit(trustee, '/dashboard')
  await page.setViewportSize(phone)
  const worked = () =>
    page.evaluate(
      async (scope) => (await navigator.serviceWorker.getRegistration(scope))?.active?.state,
      worker,
    )
  await expect.poll(worked).toBe('activated')
  await page.context().clearCookies()
  await page.goto('/login')
  await share(page, 'Will of Ada.txt')
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fdocuments%2Fupload%3Fshared%3D/)
  expect(await kept(page)).toEqual(['deedbox-shared'])
  await logIn(page, trustee.email)
  await expect(page.getByText('Will of Ada.txt')).toBeVisible()
  await expect(page).toHaveURL('/documents/upload')
  await expect.poll(() => kept(page)).toEqual([])

  // A form that has been left takes nothing any more, and signing out leaves nothing for the next person.
  await page.goto('/documents/upload?shared=nothing')
  await expect(page.getByText(screen.sharedGone)).toBeVisible()
  await page.goto('/dashboard')
  await page.evaluate(() => caches.open('deedbox-shared'))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  expect(await kept(page)).toEqual([])
})

test('notices are switched on for a browser, say little, and end with the session', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { email: 'nadia@practice.example' })
  const page = await visit(trustee, '/settings')
  const notices = page.getByRole('region', { name: 'Notices' })
  const here = notices.getByRole('switch', { name: 'On this device' })

  // Headless Chromium forbids notices to pages, whatever it is granted.
  await expect(notices.getByText(/are blocked in this browser/)).toBeVisible()
  await expect(here).toBeHidden()

  // The page gives the keys of RFC 8291 instead of the browser.
  const added = await page.evaluate(async () => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const body = JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/nobody', keys })
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/push-subscriptions', { method: 'POST', headers, body })).status
  })
  expect(added).toBe(201)
  await page.reload()
  await expect(here).toBeChecked()
  await notices.getByRole('switch', { name: 'Name people and documents' }).click({ force: true })
  await expect.poll(() => deedbox.rows('select names from push_subscriptions')).toEqual([{ names: true }])
  const browsers = notices.getByRole('list', { name: 'Browsers that show notices' }).getByRole('listitem')
  await expect(browsers).toHaveText([/^Unknown device, this browser/])
  await expect(browsers.getByRole('button', { name: 'Send a test to Unknown device' })).toBeVisible()
  await examine(page, 'settings-notices')

  await test.step('the worker shows what comes, and controls no page', async () => {
    const session = await page.context().newCDPSession(page)
    const registered = Promise.withResolvers<string>()
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push-worker/'))
      if (ours) registered.resolve(ours.registrationId)
    })
    await session.send('ServiceWorker.enable')
    const starting = page
      .context()
      .waitForEvent('serviceworker', (one) => one.url().endsWith('/push-worker.js'))
    const state = await page.evaluate(async () => {
      await navigator.serviceWorker.register('/push-worker.js', { scope: '/push-worker/' })
      return navigator.serviceWorker.controller
    })
    expect(state).toBeNull()
    const pushWorker = await starting
    // Notice that the browser would put on the screen.
    await pushWorker.evaluate(() => {
      const scope = globalThis as unknown as { shown: unknown; registration: { showNotification: unknown } }
      scope.registration.showNotification = async (title: string, { body }: { body: string }) => {
        scope.shown = [title, body]
      }
    })
    const registrationId = await registered.promise
    const data = JSON.stringify({ title: 'A request waits for you', body: 'Deedbox', path: '/dashboard' })
    const shown = () => pushWorker.evaluate(() => (globalThis as unknown as { shown: unknown }).shown)
    await expect
      .poll(async () => {
        await session.send('ServiceWorker.deliverPushMessage', {
          origin: deedbox.address,
          registrationId,
          data,
        })
        return shown()
      })
      .toEqual(['A request waits for you', 'Deedbox'])
  })

  await notices.getByRole('button', { name: 'Remove Unknown device' }).click()
  await expect(page.getByText('No more notices in Unknown device')).toBeVisible()
  await expect(here).toBeHidden()
  expect(await deedbox.rows('select id from push_subscriptions')).toEqual([])
})
