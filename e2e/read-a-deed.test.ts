import type { CDPSession, Page } from '@playwright/test'
import { annotatedPdf } from '../server/src/platform/rendering/samples.ts'
import { patience } from '../server/src/testing/patience.ts'
import type { Deedbox, Person } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed, plan } from './support/files.ts'
import { expect, test } from './support/test.ts'

// Scroll bars as people have them: a page must not be wider than what they leave.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

const title = 'Hartley Family Trust deed'
const pages = 40
/** Timeout of one try among several. */
const soon = { timeout: patience.try }
const isPhone = () => test.info().project.name === 'phone'

async function stored(deedbox: Deedbox, reader: Person, more: object) {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const documentId = await deedbox.upload(trustee, title, await deed(title, pages), {
    clientName: 'Harold Hartley',
  })
  const grantId = await deedbox.share(trustee, documentId, reader.email, more)
  return { trustee, documentId, grantId }
}

const picture = (page: Page, number: number) =>
  page.getByRole('img', { name: `Page ${number} of ${pages}`, exact: true })

/**
 * Expects that the page is open, drawn, and in view for a tenth of a second: one that is only passed does not count as read. It checks in the
 * browser, so that many pages take little longer than drawing them.
 */
const expectOpen = async (page: Page, number: number, timeout: number = patience.wait): Promise<void> => {
  await page.waitForFunction(
    (name) => {
      const image = document.querySelector<HTMLImageElement>(`article img[alt="${name}"]`)
      const stage = image?.closest('section')?.getBoundingClientRect()
      if (!image || !stage || image.naturalWidth <= 800) return false
      const { top, bottom } = image.getBoundingClientRect()
      const open = [...document.querySelectorAll('[role=status]')].some((one) => one.textContent === name)
      if (!open || top >= stage.bottom || bottom <= stage.top) return false
      image.dataset.since ??= String(performance.now())
      return performance.now() - Number(image.dataset.since) > 100
    },
    `Page ${number} of ${pages}`,
    { timeout },
  )
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Expects that nothing of the page is cut at the sides: it ends where the scroll bar begins and has as much room at the left. */
async function expectWhole(page: Page, number: number): Promise<void> {
  const cut = () =>
    picture(page, number).evaluate((image) => {
      const stage = image.closest('section') as HTMLElement
      const [sheet, place] = [image.getBoundingClientRect(), stage.getBoundingClientRect()]
      const gutter = (stage.offsetWidth - stage.clientWidth) / 2
      const left = sheet.left - place.left - gutter
      const right = place.right - gutter - sheet.right
      return {
        scrolls: stage.scrollWidth - stage.clientWidth,
        cut: Math.min(left, right) < 4,
        aside: Math.abs(left - right) > 2,
      }
    })
  await expect.poll(cut).toEqual({ scrolls: 0, cut: false, aside: false })
}

/** Chooses a tool of the toolbar, which on a narrow screen is in the menu. */
async function choose(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (!(await more.isVisible())) return page.getByRole('button', { name, exact: true }).click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Moves a finger from one place to another. */
async function swipe(client: CDPSession, from: [number, number], to: [number, number]): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  await touch('touchStart', from)
  await touch('touchMove', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
  await touch('touchMove', to)
  await touch('touchEnd')
}

/** Turns to the next page as its reader does. A slow finger is no swipe, and on a busy machine it may be slow, so it tries again. */
async function turnTo(page: Page, number: number, client: CDPSession | null): Promise<void> {
  if (!client) {
    await press(page, 'ArrowRight')
    return expectOpen(page, number)
  }
  const open = page.getByText(`Page ${number} of ${pages}`, { exact: true })
  await expect(async () => {
    if ((await open.count()) === 0) await swipe(client, [330, 400], [60, 410])
    await expectOpen(page, number, soon.timeout)
  }).toPass()
}

test('a deed of 40 pages is read from end to end, and who read what is recorded', async ({
  deedbox,
  visit,
}) => {
  const reader = await deedbox.person('requestor', { name: 'Sofia Marino' })
  const { trustee, documentId } = await stored(deedbox, reader, { accessLevel: 'download' })
  const page = await visit(reader, `/documents/${documentId}`)
  const view = page.getByRole('button', { name: 'View', exact: true })
  await view.click()
  await expectOpen(page, 1)
  const stage = page.getByRole('region', { name: `Pages of ${title}` })
  await expect(stage).toBeFocused()

  await test.step('page after page', async () => {
    const client = isPhone() ? await page.context().newCDPSession(page) : null
    for (let number = 2; number <= pages; number++) await turnTo(page, number, client)
    await expect(page).toHaveURL(`/documents/${documentId}?page=${pages}`)
    // Pages that were passed are not kept.
    expect(await page.getByRole('img', { name: /^Page/ }).count()).toBeLessThan(12)
    await examine(page, 'reader-last')
  })

  await test.step('sent ahead and shown are told apart, and texts come together', async () => {
    const rows = () =>
      deedbox.rows<{ ahead: boolean; text: boolean; page: number; to: number | null }>(
        `select (details -> 'ahead' is not null) as ahead, (details -> 'text' is not null) as text,
          (details ->> 'page')::int as page, (details ->> 'to')::int as to
        from audit_events where document_id = '${documentId}' and actor_id = '${reader.id}'
          and event = 'document_viewed' and details -> 'page' is not null`,
      )
    const shown = async () => {
      const read = (await rows()).filter(({ ahead, text }) => !ahead && !text)
      return new Set(
        read.flatMap(({ page, to }) => Array.from({ length: (to ?? page) - page + 1 }, (_, n) => page + n)),
      ).size
    }
    await expect.poll(shown).toBe(pages)
    const all = await rows()
    expect(all.filter(({ ahead }) => ahead).length).toBeGreaterThan(pages / 2)
    expect(all.filter(({ text }) => text).length).toBeLessThanOrEqual(6)
    expect(all.length).toBeLessThan(3 * pages)
  })

  await test.step('its words can be copied', async () => {
    const last = page.getByRole('article', { name: `Page ${pages} of ${pages}` })
    await expect(last).toContainText('Executed as a deed.')
  })

  await test.step('a word is found, and the places follow each other', async () => {
    if (isPhone()) await page.getByRole('button', { name: 'Search', exact: true }).click()
    else await press(page, 'Control+f')
    const field = page.getByRole('searchbox', { name: 'Search in this document' })
    await expect(field).toBeFocused()
    await field.fill('Settled Sum')
    await press(page, 'Enter')
    await expect(page.getByText(/^Found \d+ times on \d+ pages · \d+ of \d+$/)).toBeVisible()
    await expect(page.locator('mark[data-current=true]').first()).toBeInViewport()
    await page.getByRole('button', { name: 'Next find' }).click()
    await expect(page.getByText(/ · 2 of \d+$/)).toBeVisible()
    await press(page, 'Shift+N')
    await expect(page.getByText(/ · 1 of \d+$/)).toBeVisible()
    await examine(page, 'reader-finds')
    await page.getByRole('button', { name: 'Close find' }).click()
    await expect(stage).toBeFocused()
  })

  await test.step('by its outline', async () => {
    if (isPhone()) await choose(page, 'Outline')
    else await press(page, 'o')
    const outline = page.getByRole('complementary', { name: 'Outline' })
    await outline.getByRole('button', { name: /^Schedule/ }).click()
    await expect(outline.getByRole('button', { name: /^Schedule/ })).toHaveAttribute(
      'aria-current',
      'location',
    )
    await expectOpen(page, pages - 1)
    await examine(page, 'reader-outline')
    await page.getByRole('button', { name: 'Close outline' }).click()
  })

  await test.step('by thumbnails', async () => {
    if (isPhone()) await choose(page, 'Thumbnails')
    else await press(page, 't')
    const thumbnails = page.getByRole('complementary', { name: 'Thumbnails' })
    const open = thumbnails.getByRole('button', { name: `Page ${pages - 1}`, exact: true })
    await expect(open).toHaveAttribute('aria-current', 'page')
    await expect(open.locator('img')).toBeVisible()
    await thumbnails.getByRole('button', { name: `Page ${pages - 2}`, exact: true }).click()
    await expectOpen(page, pages - 2)
    await examine(page, 'reader-thumbnails')
    await page.getByRole('button', { name: 'Close thumbnails' }).click()
  })

  await test.step('by a link to a page, and by its number', async () => {
    await page.goto(`/documents/${documentId}?page=12`)
    await expectOpen(page, 12)
    const number = page.getByRole('textbox', { name: `Page number, of ${pages}` })
    if (isPhone()) await number.click()
    else await press(page, 'g')
    await expect(number).toBeFocused()
    await number.fill('99')
    await press(page, 'Enter')
    await expect(
      page.getByRole('alert').filter({ hasText: `This document has ${pages} pages` }),
    ).toBeVisible()
    await expect(number).toHaveValue('99')
    await examine(page, 'reader-no-such-page')
    await number.fill('30')
    await press(page, 'Enter')
    await expectOpen(page, 30)
    await expect(page).toHaveURL(`/documents/${documentId}?page=30`)
  })

  await test.step('larger, turned, and as wide as the window, the page stays the same', async () => {
    const width = async () => (await picture(page, 30).boundingBox())?.width ?? 0
    // The page is as wide as the window at first, then as large as on paper.
    await expectWhole(page, 30)
    await press(page, '0')
    await expect(page.getByText('100 %', { exact: true })).toBeVisible()
    const before = await width()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(async () => (await width()) / before).toBeCloseTo(1.25, 1)
    await choose(page, 'Rotate')
    await expect
      .poll(async () => {
        const box = await picture(page, 30).boundingBox()
        return box && box.width > box.height
      })
      .toBe(true)
    await expectOpen(page, 30)
    for (let turn = 0; turn < 3; turn++) await choose(page, 'Rotate')
    await choose(page, 'Fit whole page')
    await expect.poll(async () => (await picture(page, 30).boundingBox())?.height ?? 9999).toBeLessThan(844)
    await expectOpen(page, 30)
    await choose(page, 'Fit to width')
    await expectOpen(page, 30)
    await expectWhole(page, 30)
    if (isPhone()) return
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible()
    await expectOpen(page, 30)
    await expectWhole(page, 30)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible()
  })

  await test.step('printed, with each page recorded', async () => {
    await page.evaluate(() => {
      window.print = () => {
        const images = [...document.querySelectorAll<HTMLImageElement>('body > div > img')]
        document.body.dataset.printed = images.map(({ naturalWidth }) => naturalWidth > 1_500).join()
        dispatchEvent(new Event('afterprint'))
      }
    })
    await choose(page, 'Print')
    const dialog = page.getByRole('dialog', { name: `Print ${title}` })
    await dialog.getByRole('radio', { name: 'From page to page' }).check()
    await dialog.getByLabel('From page to page').last().fill('3-4')
    await examine(page, 'reader-print')
    await dialog.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'true,true')
    const { entries } = await deedbox.must<{ entries: { label: string; notes: string }[] }>(
      deedbox.call(trustee, 'GET', `/api/documents/${documentId}/history`),
    )
    // Pages behind the dialog may be seen at any moment, also after the print.
    const printed = entries.filter(({ label }) => label === 'Document printed').map(({ notes }) => notes)
    expect(printed).toEqual(['Page 4', 'Page 3'])
  })

  await test.step('read aloud sentence by sentence, on to the next page, paused and stopped', async () => {
    // The browser of the story has no voice: this one notes what it is given, and ends when it is told.
    await page.evaluate(() => {
      const said: SpeechSynthesisUtterance[] = []
      Object.assign(window, { said })
      SpeechSynthesis.prototype.speak = (utterance) => void said.push(utterance)
    })
    type Voice = { said: SpeechSynthesisUtterance[] }
    const said = () =>
      page.evaluate(() => (window as unknown as Voice).said.map(({ text, lang }) => `${lang}: ${text}`))
    const end = () =>
      page.evaluate(() => (window as unknown as Voice).said.at(-1)?.onend?.(new Event('end') as never))
    await choose(page, 'Read aloud from this page')
    const bar = page.getByRole('region', { name: 'Reading aloud' })
    await expect(bar).toContainText('Reading page 30')
    await expect.poll(async () => (await said()).length).toBe(1)
    await expect
      .poll(
        async () => {
          await end()
          return bar.textContent()
        },
        { intervals: [20] },
      )
      .toContain('Reading page 31')
    await expectOpen(page, 31)
    const words = (await said()).join(' ')
    expect(words).toMatch(/^en-AU: /)
    expect(words).toMatch(/Trustee/i)
    await bar.getByRole('button', { name: 'Pause' }).click()
    await expect(bar).toContainText('Paused on page 31')
    await bar.getByRole('button', { name: 'Resume' }).click()
    await expect(bar).toContainText('Reading page 31')
    await bar.getByRole('button', { name: 'Stop' }).click()
    await expect(bar).toHaveCount(0)
    const before = await said()
    await end()
    expect(await said()).toEqual(before)
  })

  await test.step('links, notes and filled fields of a PDF, and all its words at once', async () => {
    const id = await deedbox.upload(trustee, 'Trust details', {
      ...{ name: 'details.pdf', mimeType: 'application/pdf' },
      buffer: await annotatedPdf(),
    })
    await deedbox.share(trustee, id, reader.email, { accessLevel: 'download' })
    await page.goto(`/documents/${id}?page=1`)
    await page.getByRole('button', { name: 'Go to page 2' }).click()
    await expect(page.getByText('Page 2 of 2', { exact: true })).toBeAttached()
    await page.getByRole('button', { name: /^Note 1 by Jane Chen/ }).click()
    const notes = page.getByRole('complementary', { name: 'Notes' })
    await expect(notes).toContainText('Is this date right?')
    await expect(notes.locator('[aria-current=true]')).toContainText('Note 1, page 1')
    await examine(page, 'reader-notes')
    await notes.getByRole('button', { name: 'Close notes' }).click()
    await page.getByRole('button', { name: 'Link to register.example' }).click()
    const question = page.getByRole('dialog', { name: 'Open this link?' })
    const out = question.getByRole('link', { name: 'Open in a new window' })
    await expect(question.getByText('https://register.example/trusts?no=7')).toBeVisible()
    await expect(out).toHaveAttribute('href', 'https://register.example/trusts?no=7')
    await expect(out).toHaveAttribute('rel', 'noopener noreferrer')
    await examine(page, 'reader-link')
    await question.getByRole('button', { name: 'Cancel' }).click()
    // The focus goes back a moment after the question has gone: a key pressed before would be the link's.
    await expect(question).toBeHidden()
    await expect(page.getByRole('button', { name: 'Link to register.example' })).toBeFocused()
    await press(page, 'Control+f')
    await page.getByRole('searchbox', { name: 'Search in this document' }).fill('margaret')
    await press(page, 'Enter')
    await expect(page.getByText('Found once on one page')).toBeVisible()
    await expect(page.locator('mark[data-current=true]')).toBeInViewport()
    await page.getByRole('button', { name: 'Close find' }).click()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    if (isPhone()) await choose(page, 'Copy all words')
    else await press(page, 'Control+a', 'Control+c')
    await expect(page.getByText('The words of 2 pages are copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Margaret Chen')
  })

  await test.step('the keys are explained, and Escape leaves step by step', async () => {
    if (isPhone()) await choose(page, 'Keyboard help')
    else await press(page, '?')
    const help = page.getByRole('dialog', { name: 'Keys of the reader' })
    await expect(help).toContainText('Thumbnails, outline')
    await examine(page, 'reader-help')
    await press(page, 'Escape')
    await expect(help).toBeHidden()
    // The reader is still there, and has the keyboard again.
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
    // A tooltip that the focus has opened closes before the reader does.
    await expect(async () => {
      await press(page, 'Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0, soon)
    }).toPass()
    await expect(page).toHaveURL(/\/documents\/[^?]+$/)
  })
})

test('who may only view gets no words and no print, and the pages go blank when the access ends', async ({
  deedbox,
  visit,
  troubles,
}) => {
  // The story cuts the line to the server.
  troubles.allow(/ERR_FAILED/)
  const reader = await deedbox.person('requestor', { name: 'Graham Okafor' })
  const { trustee, documentId, grantId } = await stored(deedbox, reader, { accessLevel: 'view' })
  const page = await visit(reader, `/documents/${documentId}?page=2`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await expectOpen(page, 2)
  await choose(page, 'Thumbnails')
  const thumbnails = page.getByRole('complementary', { name: 'Thumbnails' })
  await expect(thumbnails.locator('img').first()).toBeVisible()

  await test.step('nothing to copy, to save or to print', async () => {
    await expect(page.getByRole('article', { name: `Page 2 of ${pages}` })).toHaveText('')
    expect(asked.filter((url) => url.includes('/text'))).toEqual([])
    await press(page, 'Control+p')
    await expect(page.getByText('to view this document, not to print it')).toBeVisible()
    await press(page, 'Control+a')
    await expect(page.getByText('to view this document, not to copy its words')).toBeVisible()
    await expect(page.getByRole('dialog', { name: /^Print/ })).toHaveCount(0)
    const prevented = await picture(page, 2).evaluate((image) => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
      image.dispatchEvent(event)
      return [event.defaultPrevented, (image as HTMLImageElement).draggable]
    })
    expect(prevented).toEqual([true, false])
    await page.emulateMedia({ media: 'print' })
    await expect(picture(page, 2)).toBeHidden()
    await expect(page.getByText('Deedbox prints a document only from its reader, with Print.')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await examine(page, 'reader-view-only')
  })

  await test.step('revoked: blank at once, thumbnails too', async () => {
    await deedbox.must(deedbox.call(trustee, 'POST', `/api/access/${grantId}/revoke`, {}))
    await expect(page.getByText('You no longer have access to this document')).toBeVisible()
    await expect(page.locator('img[src^=blob], img[src^=data]')).toHaveCount(0)
    await expect(page.getByText(title)).toHaveCount(0)
  })

  await test.step('ended by the clock: without asking the server', async () => {
    await deedbox.share(trustee, documentId, reader.email, { accessLevel: 'view' })
    const { grants } = await deedbox.must<{ grants: { status: string; autoRevokeDate: string }[] }>(
      deedbox.call(trustee, 'GET', `/api/documents/${documentId}/access`),
    )
    const end = Date.parse(grants.find(({ status }) => status === 'active')?.autoRevokeDate ?? '')
    await deedbox.shift(end - Date.now() - 60_000)
    await page.clock.install()
    await page.goto(`/documents/${documentId}?page=3`)
    await expectOpen(page, 3)
    await page.route('**/api/**', (route) => route.abort())
    await page.clock.fastForward(30_000)
    await expectOpen(page, 3)
    await page.clock.fastForward(31_000)
    await expect(page.getByText(/^Your access ended/)).toBeVisible()
    await expect(page.locator('img[src^=blob]')).toHaveCount(0)
    await examine(page, 'reader-ended')
  })
})

test('a plan with small letters is sharp where it is enlarged, for who may only view it too', async ({
  deedbox,
  visit,
}) => {
  test.skip(!isPhone(), 'A desktop shows the same with more of the plan at once')
  const reader = await deedbox.person('requestor')
  const trustee = await deedbox.person('trustee')
  const id = await deedbox.upload(trustee, 'Plan of lot 7', plan())
  await deedbox.share(trustee, id, reader.email, { accessLevel: 'view' })
  const page = await visit(reader, `/documents/${id}?page=1`)
  const whole = page.getByRole('img', { name: 'Page 1 of 1', exact: true })
  await expect(whole).toBeVisible()
  // The page is as wide as the window at first: a seventh of its size on paper.
  await expect(page.getByText(/^1\d %$/)).toBeVisible()
  for (const percent of [50, 75, 100, 125, 150, 175, 200]) {
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(page.getByText(`${percent} %`, { exact: true })).toBeVisible()
  }
  const parts = page.locator('article img[alt=""]')
  await expect(parts.first()).toBeVisible()
  // A part has at least as many pixels as it takes on the screen.
  const sharpness = await parts.evaluateAll((images) =>
    images.map((image) => {
      const { naturalWidth } = image as HTMLImageElement
      return naturalWidth / (image.getBoundingClientRect().width * devicePixelRatio)
    }),
  )
  expect(Math.min(...sharpness)).toBeGreaterThanOrEqual(0.99)
  await examine(page, 'reader-plan')
})
