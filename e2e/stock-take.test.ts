import type { Page } from '@playwright/test'
import { examine } from './support/examine.ts'
import { expect, test } from './support/test.ts'

type Faked = { shown: string; allowed: boolean }

/** Runs in the page: a camera that shows what the test says, and a reader of codes such as phones have. */
function fakeCamera(): void {
  const faked: Faked = { shown: '', allowed: false }
  class BarcodeDetector {
    async detect() {
      return faked.shown ? [{ rawValue: faked.shown }] : []
    }
  }
  Object.assign(globalThis, { faked, BarcodeDetector })
  navigator.mediaDevices.getUserMedia = async () => {
    if (!faked.allowed) throw new DOMException('Permission denied', 'NotAllowedError')
    const canvas = document.createElement('canvas')
    // A stream has a picture only when something new is drawn.
    setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, Math.random() * 9), 100)
    return canvas.captureStream(10)
  }
}
const fake = (page: Page, change: Partial<Faked>) =>
  page.evaluate((to) => void Object.assign((globalThis as never as { faked: Faked }).faked, to), change)

test('a stock-take with a camera that is refused, then works, and without a connection in the middle: no scan is lost', async ({
  deedbox,
  visit,
  troubles,
}) => {
  troubles.allow(/ERR_INTERNET_DISCONNECTED/)
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const post = <T>(path: string, body: object) =>
    deedbox.must<T>(deedbox.call(trustee, 'POST', `/api/${path}`, body))
  const { matter } = await post<{ matter: { id: string } }>('matters', { name: 'Quill', kind: 'estate' })
  const numbers: string[] = []
  for (const title of ['Will', 'Codicil', 'Power']) {
    const body = { matterId: matter.id, originals: [{ title, receivedFrom: 'Ann Quill' }] }
    numbers.push((await post<{ packet: { number: string } }>('packets', body)).packet.number)
  }
  const [first = '', second = '', third = ''] = numbers
  const { stockTake } = await post<{ stockTake: { id: string } }>('stock-takes', { placeIds: [] })
  const path = `/custody/stock-takes/${stockTake.id}`

  const plain = await visit(trustee, path)
  await expect(plain.getByLabel('Number of a packet')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Scan with the camera' })).toHaveCount(0)

  const page = await visit(trustee)
  await page.addInitScript(fakeCamera)
  await page.goto(path)
  const camera = page.getByRole('button', { name: 'Scan with the camera' })
  await camera.click()
  await expect(page.getByText('The camera cannot be used here. Please type the number.')).toBeVisible()
  await fake(page, { allowed: true, shown: `${deedbox.address}/custody/packets/${first}` })
  await camera.click()
  await expect(page.getByText(`${first}: found`)).toBeVisible()
  await examine(page, 'stock-take-camera')

  await page.context().setOffline(true)
  await fake(page, { shown: second })
  await expect(page.getByText('1 scan is kept here until it can be sent.')).toBeVisible()
  await fake(page, { shown: '' })
  await page.getByLabel('Number of a packet').fill(third)
  await page.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('2 scans are kept here until they can be sent.')).toBeVisible()
  // Ending it now would record both as missing.
  await expect(page.getByRole('button', { name: 'End stock-take' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop the camera' }).click()
  await examine(page, 'stock-take-offline')

  await page.context().setOffline(false)
  await expect(page.getByText('Nothing: everything that was looked for was seen.')).toBeVisible()
  await expect(page.getByText('kept here until')).toHaveCount(0)
  await page.getByRole('button', { name: 'End stock-take' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End stock-take' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Missing' })).toBeVisible()
  const scanned = page.getByRole('table', { name: 'Scanned' })
  for (const number of numbers) await expect(scanned.getByText(number)).toBeVisible()
})
