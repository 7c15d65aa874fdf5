import { dayMs } from '../contract/src/durations.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'Australia/Sydney' }).format(
    Date.now() + days * dayMs,
  )

test('a packet is received, lent, overdue, corrected and brought back', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  await deedbox.person('trustee', { name: 'Desmond Whitlam' })
  const { matter } = await deedbox.must<{ matter: { id: string } }>(
    deedbox.call(trustee, 'POST', '/api/matters', { name: 'Estate of Wilhelmina Quill', kind: 'estate' }),
  )
  const documentIds = [
    await deedbox.upload(trustee, 'Will of 2003', await deed('Will of 2003', 4)),
    await deedbox.upload(trustee, 'Authority of Ms Quill', await deed('Authority', 4)),
  ]
  await deedbox.must(deedbox.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds }))
  await deedbox.upload(trustee, 'Lease of a shop', await deed('Lease', 4))
  const page = await visit(trustee, '/custody')
  const dialog = page.getByRole('dialog')
  const pick = async (name: string, text: string) => {
    await dialog.getByRole('combobox', { name }).fill(text)
    await dialog.getByRole('option', { name: new RegExp(`^${text}`) }).click()
  }

  await test.step('an empty register, and its first place', async () => {
    await expect(page.getByText('No packets yet')).toBeVisible()
    await examine(page, 'custody-empty')
    const places = page.getByRole('button', { name: 'Places' })
    if (!(await places.isVisible())) await page.getByRole('button', { name: 'More actions' }).click()
    await places.click()
    for (const [field, value] of [
      ['Place', 'Strong room'],
      ['Safe', '2'],
      ['Shelf', 'B'],
      ['Position', '14'],
    ] as const)
      await dialog.getByRole('textbox', { name: field }).fill(value)
    await dialog.getByRole('button', { name: 'Add place' }).click()
    await expect(
      dialog.getByRole('table').getByText('Strong room, safe 2, shelf B, position 14'),
    ).toBeVisible()
    await examine(page, 'custody-places')
    await page.keyboard.press('Escape')
    const letGo = page.getByRole('button', { name: 'Discard' })
    if (await letGo.isVisible()) await letGo.click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('received, with its first original', async () => {
    await page.getByRole('button', { name: 'Receive packet' }).first().click()
    await pick('Matter', 'Estate of Wilhelmina')
    await dialog.getByLabel('Brought by').fill('Percival Quill')
    await dialog.getByLabel('Seal or envelope number').fill('E-77')
    await pick('Place', 'Strong room')
    await pick('Its scan', 'Will of 2003')
    await dialog.getByRole('button', { name: 'Receive packet' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await dialog.getByLabel('Received from').fill('Wilhelmina Quill')
    await dialog.getByLabel('Received on').fill('1 May 2003')
    await dialog.getByLabel('Pages').fill('3')
    await dialog.getByLabel('Do not unstaple').check()
    await examine(page, 'custody-receive')
    await dialog.getByRole('button', { name: 'Receive packet' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'P-000001' })).toBeVisible()
    await expect(page.getByText('Paper · 3 pages · do not unstaple')).toBeVisible()
  })

  await test.step('photographed: the dialog leads to the upload, and takes what the matter has', async () => {
    const add = async () => {
      await page.getByRole('button', { name: 'More for Will of 2003' }).click()
      await page.getByRole('menuitem', { name: 'Add a photograph' }).click()
    }
    const packet = page.url()
    await add()
    await dialog.getByRole('link', { name: 'Upload it into the matter' }).click()
    await page.getByLabel('Files to upload', { exact: true }).setInputFiles(await deed('Photograph', 4))
    await page.getByRole('textbox', { name: 'Title' }).fill('Photograph of the will')
    await page.getByRole('button', { name: 'Upload document' }).click()
    await expect(page.getByText('Document uploaded successfully: ')).toBeVisible()
    await page.goto(packet)
    await add()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('Please choose a document')).toBeVisible()
    await pick('Document', 'Photograph of the will')
    await examine(page, 'custody-photograph')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Photograph of the will' })).toBeVisible()
  })

  await test.step('lent on the client’s written authority', async () => {
    await page.getByRole('button', { name: 'Take out' }).click()
    await dialog.getByLabel('To whom').fill('Registry of the Suprem Court')
    await dialog.getByLabel('Reason').fill('Filed for probate')
    await dialog.getByLabel('Expected back').fill(inDays(10))
    await dialog.getByLabel('Condition now').fill('Two staples, and a crease on page 1')
    // A document of another matter would be refused.
    await dialog.getByRole('combobox', { name: 'The client’s written authority' }).fill('Lease of a shop')
    await expect(page.getByText('No documents match')).toBeVisible()
    await pick('The client’s written authority', 'Authority of Ms')
    await dialog.getByRole('button', { name: 'Take out' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Written authority: Authority of Ms Quill')).toBeVisible()
    await examine(page, 'custody-out')
  })

  await test.step('the receipt is signed on the screen', async () => {
    await page.getByRole('button', { name: 'More for entry 2' }).click()
    await page.getByRole('menuitem', { name: 'Receipt' }).click()
    await dialog.getByRole('button', { name: 'Store receipt' }).click()
    await expect(dialog.getByText('Please sign')).toBeVisible()
    const pad = dialog.getByRole('img', { name: /^Field for the signature/ })
    await pad.scrollIntoViewIfNeeded()
    const box = await pad.boundingBox()
    if (!box) throw new Error('No field to sign')
    await page.mouse.move(box.x + 20, box.y + 40)
    await page.mouse.down()
    for (const [x, y] of [
      [80, 60],
      [120, 20],
      [160, 70],
    ] as const)
      await page.mouse.move(box.x + x, box.y + y)
    await page.mouse.up()
    await examine(page, 'custody-receipt')
    await dialog.getByRole('button', { name: 'Store receipt' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(
      page.getByRole('link', { name: 'Receipt of P-000001, signed by Registry of the Suprem Court' }),
    ).toBeVisible()
  })

  await test.step('misspelt, so corrected; what was recorded stays', async () => {
    await page.getByRole('button', { name: 'More for entry 2' }).click()
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    await dialog.getByLabel('Person').fill('Registry of the Supreme Court')
    await dialog.getByLabel('Why it is corrected').fill('Misspelt')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect(page.getByText('3. Correction of 2: Out')).toBeVisible()
    await expect(page.getByText('Corrected by entry 3')).toBeVisible()
  })

  await test.step('overdue, found by the list and by its number', async () => {
    await deedbox.shift(12 * dayMs)
    await page.goto('/custody?packetState=overdue')
    const row = page.getByRole('row', { name: /P-000001/ })
    await expect(row.getByText('Overdue')).toBeVisible()
    await examine(page, 'custody-overdue')
    await page.goto('/custody/packets/P-000001')
    await expect(page.getByText('Overdue').first()).toBeVisible()
    for (const button of ['Print today', 'Print label']) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      expect((await download).suggestedFilename()).toMatch(/P-000001.*\.pdf$/)
    }
    await expect(page.getByText('File saved').first()).toBeVisible()
    await expect(page.getByText('Expected back', { exact: true })).toBeVisible()
  })

  await test.step('brought back, handed on: then the buttons are the new holder’s', async () => {
    await page.getByRole('button', { name: 'Bring back' }).click()
    await dialog.getByLabel('Who brought it').fill('A courier')
    await expect(dialog.getByText('When it went out: Two staples, and a crease on page 1')).toBeVisible()
    await expect(dialog.getByText('Will of 2003: 3 pages · do not unstaple')).toBeVisible()
    await dialog.getByLabel('Condition, compared with before').fill('As lent')
    await examine(page, 'custody-bring-back')
    await pick('Place (blank: with you)', 'Strong room')
    await dialog.getByRole('button', { name: 'Bring back' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Hand on' }).click()
    await pick('To', 'Desmond Whitlam')
    await pick('Place (blank: with that person)', 'Strong room')
    await dialog.getByRole('button', { name: 'Hand on' }).click()
    await expect(page.getByText('Held by Desmond Whitlam')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take out' })).toHaveCount(0)
    await examine(page, 'custody-packet')
    const before = page.viewportSize()
    await page.setViewportSize({ width: 820, height: 900 })
    await page.goto('/custody')
    const place = page
      .getByRole('row', { name: /P-000001/ })
      .getByText('Strong room, safe 2, shelf B, position 14', { exact: true })
    await expect(place).toBeVisible()
    expect(await place.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true)
    await examine(page, 'custody-tablet')
    if (before) await page.setViewportSize(before)
  })

  await test.step('found in a stock-take, whose state is the server’s', async () => {
    await page.goto('/custody/stock-takes')
    await page.getByRole('button', { name: 'Begin a stock-take' }).click()
    await dialog.getByRole('button', { name: 'Begin', exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Not seen yet' })).toBeVisible()
    const number = page.getByLabel('Number of a packet')
    await number.fill('P-000099')
    await number.press('Enter')
    await expect(page.getByText('P-000099: unknown code')).toBeVisible()
    const place = page
      .getByRole('row', { name: /P-000001/ })
      .getByText('Strong room, safe 2, shelf B, position 14', { exact: true })
    await expect(place).toBeVisible()
    expect(await place.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true)
    await page.reload()
    await number.fill('p 1')
    await number.press('Enter')
    await expect(page.getByText('P-000001: found')).toBeVisible()
    await expect(page.getByText('Nothing: everything that was looked for was seen.')).toBeVisible()
    await examine(page, 'custody-stock-take')
    await page.getByRole('button', { name: 'End stock-take' }).click()
    await expect(dialog.getByText('Everything was seen.')).toBeVisible()
    await dialog.getByRole('button', { name: 'End stock-take' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Missing' })).toBeVisible()
  })

  await test.step('its matter and its document say so', async () => {
    await page.goto(`/matters/${matter.id}`)
    await expect(page.getByRole('link', { name: 'P-000001', exact: true })).toBeVisible()
    await page.goto(`/documents/${documentIds[0]}`)
    await expect(page.getByRole('heading', { name: 'Paper original' })).toBeVisible()
    await expect(page.getByText('In the practice')).toBeVisible()
  })
})

test('an electronic original has a hash instead of staples', async ({ deedbox, visit }) => {
  const trustee = await deedbox.person('trustee')
  const { matter } = await deedbox.must<{ matter: { id: string } }>(
    deedbox.call(trustee, 'POST', '/api/matters', { name: 'Estate of Otto Quill', kind: 'estate' }),
  )
  const page = await visit(trustee, `/matters/${matter.id}`)
  await page.getByRole('button', { name: 'Receive packet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Do not unstaple').check()
  await dialog.getByLabel('Kind').selectOption('Electronic original')
  await expect(dialog.getByLabel('Do not unstaple')).toHaveCount(0)
  await dialog.getByLabel('Received from').fill('Otto Quill')
  await dialog.getByLabel('SHA-256').fill('xyz')
  await dialog.getByRole('button', { name: 'Receive packet' }).click()
  await expect(dialog.getByText('Please choose the document or enter a name')).toBeVisible()
  await expect(dialog.getByText(/^Please choose the document or enter its SHA-256/)).toBeVisible()
  await examine(page, 'custody-electronic')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Will signed by video')
  await dialog.getByLabel('SHA-256').fill('0123456789abcdef'.repeat(4))
  await dialog.getByRole('button', { name: 'Receive packet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^P-\d{6}$/ })).toBeVisible()
  // It says nothing of staples, which were chosen before its kind was.
  await expect(page.getByText('Electronic original', { exact: true })).toBeVisible()
  await expect(page.getByText(/^SHA-256 (0123456789abcdef){4}$/)).toBeVisible()
})
