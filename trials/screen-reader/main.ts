import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { startServer } from '../../e2e/support/server.ts'
import { makeDeedPdf } from '../../server/demo/files.ts'
import { createChecks } from '../support/checks.ts'
import { startDesktop } from './desktop.ts'

/*
 * npm run trial -- screen-reader: what Debian's Orca says of Chromium while somebody signs in, finds a deed, reads it, asks for access, approves,
 * shares and revokes, by keyboard only. What it said is printed below each check.
 */
const password = 'Brass-Key-1887'
const title = 'Smith Family Trust deed'
const wanted = 'Will of Noor Ibrahim'

const root = mkdtempSync(join(tmpdir(), 'deedbox-screen-reader-'))
const { check, finish } = createChecks()
const desktop = await startDesktop(root)
const server = await startServer({ DATA_DIR: join(root, 'data') })
await server.ask('rows', {
  sql: `update settings set "values" = '{"secondFactorRoles":[]}', version = version + 1`,
})
const trustee = await server.ask('person', {
  role: 'trustee',
  name: 'Margaret Chen',
  firstName: 'Margaret',
  email: 'margaret@practice.example',
  password,
})
const lawyer = await server.ask('person', {
  role: 'requestor',
  name: 'Sofia Marino',
  firstName: 'Sofia',
  email: 'sofia@firm.example',
  password,
})

const parties = { settlor: 'Harold Smith', trustee: 'Margaret Chen', appointor: 'Margaret Chen' }
/** Stores a deed of four pages; returns its id. */
async function store(name: string, clientName: string): Promise<string> {
  const file = await makeDeedPdf({
    title: name,
    parties: { ...parties, beneficiaries: ['Jane Citizen'] },
    date: new Date('2019-07-01'),
    pages: 4,
  })
  const query = new URLSearchParams({ fileName: 'deed.pdf', title: name, type: 'trust_deed', clientName })
  const answer = await fetch(`${server.address}/api/documents?${query}`, {
    method: 'POST',
    headers: { cookie: trustee.cookie, 'content-type': 'application/pdf' },
    body: Uint8Array.from(file),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { document: { id: string } }).document.id
}
await store(title, 'Harold Smith')
await store(wanted, 'Noor Ibrahim')
// People who were given something before are suggested.
const before = await fetch(
  `${server.address}/api/documents/${await store('Baker deed', 'Ada Baker')}/access`,
  {
    method: 'POST',
    headers: { cookie: trustee.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ email: lawyer.email }),
  },
)
if (!before.ok) throw new Error(await before.text())

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  headless: false,
  env: desktop.env,
  args: ['--no-sandbox', '--force-renderer-accessibility', '--window-size=1400,860', '--disable-gpu'],
})

/** Opens a window for somebody who is signed in, or for nobody, and the only one. */
async function windowOf(who: { cookie: string } | null): Promise<Page> {
  for (const context of browser.contexts()) await context.close()
  const context = await browser.newContext({ baseURL: server.address, viewport: null, locale: 'en-AU' })
  if (who) {
    const at = who.cookie.indexOf('=')
    const cookie = { name: who.cookie.slice(0, at), value: who.cookie.slice(at + 1), url: server.address }
    await context.addCookies([cookie])
  }
  return context.newPage()
}

/** Does something and prints what Orca says of it. */
async function hears(act: () => unknown, ...expected: RegExp[]): Promise<void> {
  await act()
  const said = (await desktop.listenFor(expected)).join(' | ')
  if (said) process.stdout.write(`        ${said}\n`)
}
const press =
  (...keys: string[]) =>
  () =>
    desktop.press(...keys)
const type = (text: string) => () => desktop.type(text)
/** Enters an address in the address bar, after which the focus is in the page. */
const visit = (path: string) => async () => {
  desktop.press('ctrl+l')
  await desktop.listenFor([/Address and search bar/])
  desktop.type(server.address + path)
  desktop.press('Return')
}
/** Puts the focus at a place, and comes to it by keyboard. */
const at = (place: Locator) => async () => {
  await place.focus()
  desktop.press('shift+Tab', 'Tab')
}

let page = await windowOf(null)
const main = () => page.getByRole('main')
const dialog = () => page.getByRole('dialog')
const button = (where: Locator, name: string | RegExp) => where.getByRole('button', { name, exact: true })

await check('signing in: the page, its fields, what is wrong, and the way in', async () => {
  await hears(visit('/login'), /Sign in/, /Email.*entry/)
  await hears(type('margaret'))
  await hears(press('Tab'), /Password/)
  await hears(press('Return'), /Email.*invalid|invalid.*Email/i, /Please enter a valid email address/)
  await hears(press('ctrl+a'))
  await hears(type('margaret@practice.example'))
  await hears(press('Tab'), /Password/)
  await hears(type('Wrong-Key-1887'))
  await hears(press('Return'), /Invalid email or password/)
  await hears(at(page.getByLabel('Password', { exact: true })))
  await hears(press('ctrl+a'))
  await hears(type(password))
  await hears(press('Return'), /Welcome back/, /Trustee Dashboard/)
})

await check(
  'finding a deed: the dialog, its field, the number of results, each result, the page',
  async () => {
    await hears(press('slash'), /Search/, /Search documents, clients/)
    await hears(type('smith'), /\d+ results?/, /Smith Family Trust deed/)
    await hears(press('Down'))
    await hears(press('Up'), /Smith Family Trust deed/)
    await hears(press('Return'), /Smith Family Trust deed/)
  },
)

await check('reading: the reader, the number of the page, its words, and back', async () => {
  await hears(at(button(main(), 'View')), /View/)
  await hears(press('Return'), /Smith Family Trust deed/, /Page 1 of 4/)
  // The arrows read the page, once its words are there: Orca takes them where nothing is to be typed.
  await dialog().getByText('Harold').first().waitFor({ state: 'attached' })
  await hears(press('Down', 'Down', 'Down', 'Down'), /Smith Family Trust/i)
  await hears(press('Page_Down', 'Page_Down', 'Page_Down', 'Page_Down'), /Page [23] of 4/)
  await hears(press('Escape'), /View/)
})

await check('sharing: the dialog, its fields, a failure, people that are suggested, the result', async () => {
  await hears(at(button(main(), 'Share')), /Share/)
  await hears(press('Return'), /Share Smith Family Trust deed/, /Recipient email/)
  await hears(type('nobody@nowhere.example'))
  await hears(press('Return'))
  await hears(at(button(dialog(), 'Share')), /Share/)
  await hears(press('Return'), /User with email nobody@nowhere.example not found/)
  await hears(press('BackSpace'))
  await hears(type('Sofia'))
  await hears(press('Down'), /Sofia/)
  await hears(press('Return'))
  await hears(press('Tab'))
  await hears(at(button(dialog(), 'Share')), /Share/)
  await hears(press('Return'), /Document shared with/)
})

await check('revoking: the button, the dialog, the result, and where one is then', async () => {
  await hears(at(button(main(), "Revoke Sofia Marino's access")), /Revoke Sofia Marino/)
  await hears(
    press('Return'),
    /Revoke Sofia Marino's access to Smith Family Trust deed/,
    /Cancel|Revoke access/,
  )
  await hears(at(button(dialog(), 'Revoke access')), /Revoke access/)
  await hears(press('Return'), /Access revoked successfully/)
})

await check('requesting: the fields, the first wrong one, the result', async () => {
  page = await windowOf(lawyer)
  await hears(visit('/requestor/documents?tab=request-access'), /Finished loading/)
  await hears(at(page.getByLabel('Document name')), /Document name/)
  await hears(press('Return'), /Please enter a document name/, /Client email is required/)
  await hears(type(wanted))
  await hears(press('Tab'), /Client email/)
  await hears(type('noor'))
  await hears(press('Return'))
  await hears(press('ctrl+a'))
  await hears(type('noor@clients.example'))
  await hears(press('Tab'), /Client name/)
  await hears(press('Tab'), /./)
  await hears(press('Tab'), /./)
  await hears(press('Tab'), /./)
  await hears(press('Tab'), /./)
  await hears(at(button(main(), 'Request Access')), /Request Access/)
  await hears(press('Return'), /Access request submitted successfully/)
})

await check('approving: the row, the dialog, its fields, the result', async () => {
  page = await windowOf(trustee)
  await hears(visit('/trustee/requests'), /Finished loading/)
  await hears(at(page.getByRole('button', { name: /^Approve Sofia/ }).first()), /Approve Sofia/)
  await hears(press('Return'), /Approve Sofia Marino's request for Will of Noor Ibrahim/)
  await hears(press('Tab'), /./)
  await hears(press('Tab'), /./)
  await hears(press('Tab'), /./)
  await hears(press('Tab'), /./)
  await hears(at(button(dialog(), 'Approve')), /Approve/)
  await hears(press('Return'), /Access request approved/)
})

await browser.close()
await desktop.stop()
await server.stop()
rmSync(root, { recursive: true, force: true })
finish()
