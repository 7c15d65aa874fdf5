import type { Browser, Locator, Page } from '@playwright/test'
import { animate, type Frame } from '../server/demo/animation.ts'
import { emailOf, password } from '../server/demo/practice.ts'
import { browserOf, settled } from './support/demonstration.ts'

/** CSS pixels of the screens, and the width of the animation. */
const viewport = { width: 1280, height: 800 }
const width = 1000
/** Milliseconds that a frame stands: a beginning, and for every letter of its caption. */
const reading = { first: 3_000, letter: 60 }

/** Walks through the demonstration in about two minutes: an animated WebP with a caption on every screen. */
export async function takeWalk(browser: Browser): Promise<Buffer> {
  const frames: Frame[] = []
  const options = { viewport, colorScheme: 'light' }
  /** Takes a picture with a caption at its foot, and a ring around what is pressed next. */
  async function show(page: Page, caption: string, pressed?: Locator): Promise<void> {
    await settled(page)
    const box = (await pressed?.boundingBox()) ?? null
    await page.evaluate(drawCaption, { caption, box })
    frames.push({ png: await page.screenshot(), ms: reading.first + caption.length * reading.letter })
    await page.evaluate(() => document.querySelector('#walk')?.remove())
  }
  const press = async (page: Page, caption: string, button: Locator) => {
    await button.scrollIntoViewIfNeeded()
    await show(page, caption, button)
    await button.click()
  }

  const owner = await browserOf(browser, null, options)
  await owner.goto('/login')
  await owner.getByLabel('Email').fill(emailOf('trustee'))
  await owner.getByLabel('Password', { exact: true }).fill(password)
  const signIn = owner.getByRole('main').getByRole('button', { name: /^(Sign|Log) in$/i })
  await press(owner, 'Margaret Chen is a trustee. She signs in.', signIn)
  await owner.waitForURL('**/dashboard')
  await show(owner, 'The first screen says what waits for her today.')

  await owner.keyboard.press('/')
  const found = owner.getByRole('dialog').getByRole('option', { name: /Rossi Family Trust deed 2001.*Hazel/ })
  await owner.getByRole('dialog').getByRole('combobox').fill('rossi trust deed 2001')
  await press(owner, 'A deed is found by its title, its client, or a word of its text.', found)
  await owner.getByRole('button', { name: 'View', exact: true }).waitFor()
  await show(owner, 'Its page says what it is, who may read it, and until when.')
  const deed = new URL(owner.url()).pathname

  await owner.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel(/^Recipient email/).fill(emailOf('guest2'))
  await dialog.getByRole('radio', { name: 'View only' }).check()
  const share = dialog.getByRole('button', { name: 'Share', exact: true })
  await press(
    owner,
    'She shares it with Oliver Brown, to read only, until a date. Access then ends by itself.',
    share,
  )
  await owner
    .getByText(/shared/i)
    .first()
    .waitFor()
  await show(owner, 'Oliver gets an email with a link. No file is sent.')

  const guest = await browserOf(browser, 'guest2', options)
  await guest.goto(deed)
  await press(guest, 'Oliver opens the deed.', guest.getByRole('button', { name: 'View', exact: true }))
  await guest.getByRole('dialog').locator('img').first().waitFor()
  await show(guest, 'He sees pages that the server draws, each marked with his email and the time.')

  const lawyer = await browserOf(browser, 'lawyer', options)
  await lawyer.goto('/requestor/documents?tab=request-access')
  const title = 'Will of Noor Ibrahim'
  await lawyer.getByLabel('Document name').fill(title)
  await lawyer.getByLabel('Client email').fill('noor.ibrahim@clients.example')
  await lawyer.getByLabel('Client name').fill('Noor Ibrahim')
  await lawyer.getByLabel('Justification').fill('Acting for the executor; probate is to be lodged this week.')
  await lawyer.evaluate(() => scrollTo(0, 0))
  await show(lawyer, 'Sofia Marino is a lawyer. She asks for a will that she needs, and says why.')
  const send = lawyer.getByRole('button', { name: 'Request Access' })
  await press(lawyer, 'She never learns whether Deedbox has it before somebody approves.', send)
  await lawyer.getByText(/submitted successfully/).waitFor()
  await lawyer.evaluate(() => scrollTo(0, 0))
  await show(lawyer, 'Every trustee sees the request, and it lapses after 30 days.')

  await owner.goto('/trustee/requests')
  const approve = owner.getByRole('button', { name: new RegExp(`^Approve Sofia.*${title}`) }).first()
  await approve.waitFor()
  await press(owner, 'Margaret reads why it is needed.', approve)
  const decision = owner.getByRole('dialog')
  await decision.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await press(
    owner,
    'She checks that it is the right document, sets the end, and approves.',
    decision.getByRole('button', { name: 'Approve', exact: true }),
  )
  await owner.getByText('Access request approved').waitFor()
  await show(owner, 'Sofia is told at once, and can read until that day.')

  await owner.goto(deed)
  const history = owner.getByRole('heading', { name: /history/i }).first()
  await history.waitFor()
  await history.evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
  await owner.evaluate(() => scrollBy(0, -90))
  await show(owner, 'The history says who saw which page, and when. Nobody can change it.')

  await owner.evaluate(() => scrollTo(0, 0))
  const revoke = owner.getByRole('button', { name: /^Revoke Oliver Brown/ }).first()
  await press(owner, 'She can take access back at any moment.', revoke)
  await press(
    owner,
    'Downloads stop, and open pages go blank within a second.',
    owner.getByRole('dialog').getByRole('button', { name: 'Revoke access' }),
  )
  await guest.getByText('You no longer have access to this document').waitFor()
  await show(guest, 'Oliver had the deed open.')
  for (const page of [owner, guest, lawyer]) await page.context().close()
  return animate(frames, width)
}

/** Draws in the page. */
function drawCaption({
  caption,
  box,
}: {
  caption: string
  box: { x: number; y: number; width: number; height: number } | null
}): void {
  const walk = document.createElement('div')
  walk.id = 'walk'
  const draw = (style: Partial<CSSStyleDeclaration>, text = '') => {
    const drawn = document.createElement('div')
    Object.assign(drawn.style, { position: 'fixed', zIndex: '99999', boxSizing: 'border-box', ...style })
    drawn.textContent = text
    walk.append(drawn)
  }
  if (box)
    draw({
      left: `${box.x - 6}px`,
      top: `${box.y - 6}px`,
      width: `${box.width + 12}px`,
      height: `${box.height + 12}px`,
      border: '4px solid #d9480f',
      borderRadius: '10px',
    })
  draw(
    {
      left: '0',
      right: '0',
      bottom: '0',
      padding: '16px 28px',
      background: '#14213dee',
      color: '#fff',
      font: '500 23px/1.35 system-ui, sans-serif',
      textAlign: 'center',
    },
    caption,
  )
  document.body.append(walk)
}
