import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dayMs, hourMs } from '../contract/src/durations.ts'
import { createDatabase, holdTable, named } from '../server/src/testing/postgres.ts'
import { type ParsedMail, startSmtp } from '../server/src/testing/smtp.ts'
import { copyBesideDatabase, type Person, password } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { dayIn, logIn, typedDay, unfold } from './support/flows.ts'
import { startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

const margaret = { name: 'Margaret Chen', firstName: 'Margaret', lastName: 'Chen', password }
const sofia = { name: 'Sofia Marino', firstName: 'Sofia', lastName: 'Marino', password }

test('of two servers one is killed while it reminds; the reminder arrives once and leads to the document', async ({
  browser,
}) => {
  const deployment = await startDeployment()
  test.skip(!deployment, 'no PostgreSQL on this machine: install the package postgresql')
  if (!deployment) return
  const { servers, mail, databaseUrl } = deployment
  const title = 'Hughes Street lease'
  try {
    for (const name of ['first', 'second'] as const) await deployment.start(name)
    const { first, second } = servers
    if (!first || !second) throw new Error('A server is missing')
    const trustee = await first.ask('person', { role: 'trustee', ...margaret })
    const mails = () => mail.received.filter(({ deliveredTo }) => deliveredTo === trustee.email)

    await test.step('the trustee wants to be reminded 14 days before, and stores what expires in 25', async () => {
      const page = await browser.newPage({ baseURL: first.address })
      await page.goto('/login')
      await logIn(page, trustee.email)
      await unfold(page, 'Expiry reminder settings')
      await page.getByRole('combobox', { name: 'Remind me' }).selectOption('14 days before')
      await expect(page.getByText('Reminder settings updated')).toBeVisible()
      await page.getByRole('link', { name: 'Upload Document' }).click()
      await page.getByLabel('Files to upload', { exact: true }).setInputFiles(await deed(title, 4))
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('Expiry date').fill(typedDay(25))
      await page.getByRole('button', { name: 'Upload document' }).click()
      await expect(page.getByText('Document uploaded successfully: ')).toBeVisible()
      await page.close()
      await Promise.all([first.ask('runJobs'), second.ask('runJobs')])
      expect(mails()).toEqual([])
    })

    await test.step('twelve days later both servers look; the one that is about to tell is killed', async () => {
      await deployment.shift(12 * dayMs)
      // Server that has recorded the reminder as sent, but not yet committed.
      const held = await holdTable(databaseUrl, 'audit_events')
      try {
        const looking = Promise.allSettled([first.ask('runJobs'), second.ask('runJobs')])
        await expect.poll(held.waiting).toHaveLength(1)
        const [busy] = await held.waiting()
        await servers[busy === 'first' ? 'first' : 'second']?.kill()
        expect(mails()).toEqual([])
        await held.release()
        expect((await looking).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        await deployment.start(busy === 'first' ? 'first' : 'second')
      } finally {
        await held.release()
      }
    })

    await test.step('the next check sends one notice, even if it runs again', async () => {
      const both = Object.values(servers)
      // Runs the jobs of both; the killed server may have taken the other's job as well, which comes free after a minute or at the next look.
      const look = () => Promise.all(both.map((server) => server.ask('runJobs')))
      await look()
      const { subject } = await mail.next(({ deliveredTo }) => deliveredTo === trustee.email)
      expect(subject).toBe(`“${title}” expires in 13 days`)
      await look()
      for (const server of both)
        expect(await server.ask('rows', { sql: 'select status, attempts from mail_messages' })).toEqual([
          { status: 'sent', attempts: 1 },
        ])
      expect(mails()).toHaveLength(1)
    })

    await test.step('and its link leads to the document after sign-in', async () => {
      const page = await browser.newPage()
      const [reminder] = mails()
      if (!reminder) throw new Error('The reminder is gone')
      await page.goto(await linkOf(reminder, page))
      await logIn(page, trustee.email)
      await expect(page).toHaveURL(/\/documents\/[\w-]{36}$/)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await examine(page, 'reminder-document')
      await page.close()
    })
  } finally {
    await deployment.stop()
  }
})

test('one check reports access that ends soon and access that has ended, with a link', async ({
  deedbox,
  visit,
}) => {
  const title = 'Rossi Family Trust deed'
  const trustee = await deedbox.person('trustee', margaret)
  const lawyer = await deedbox.person('requestor', sofia)
  const documentId = await deedbox.upload(trustee, title, await deed(title, 4))
  await deedbox.share(trustee, documentId, lawyer.email, { expiresOn: dayIn(20) })
  const { grants } = await deedbox.must<{ grants: { expiresAt: string }[] }>(
    deedbox.call(trustee, 'GET', `/api/documents/${documentId}/access`),
  )
  const left = Date.parse(grants[0]?.expiresAt ?? '') - Date.now()

  /** Follows the link of the email with that subject as somebody who has yet to sign in. */
  async function follow(who: Person, subject: string): Promise<Page> {
    const mail = await deedbox.mail.next((one) => one.deliveredTo === who.email && one.subject === subject)
    const page = await visit(null)
    await page.goto(await linkOf(mail, page))
    await expect(page).toHaveURL(/\/login\?/)
    await logIn(page, who.email)
    return page
  }
  const document = (page: Page) => page.getByRole('heading', { level: 1, name: title })

  await test.step('seven days before', async () => {
    // Clock set some hours earlier, because daylight saving may begin or end in the week.
    await deedbox.shift(left - 7 * dayMs - 2 * hourMs)
    await deedbox.runJobs()
    const reader = await follow(lawyer, `Your access to “${title}” ends in 7 days`)
    await expect(reader).toHaveURL(`/documents/shared/${documentId}`)
    await expect(document(reader)).toBeVisible()
    await expect(reader.getByRole('button', { name: `Extend my access to ${title}` })).toBeVisible()
    const owner = await follow(trustee, `Sofia Marino’s access to “${title}” ends in 7 days`)
    await expect(owner).toHaveURL(`/documents/${documentId}`)
    await expect(document(owner)).toBeVisible()
  })

  await test.step('and when it is over', async () => {
    await deedbox.shift(7 * dayMs + 2 * hourMs + 1_000)
    await deedbox.runJobs()
    const reader = await follow(lawyer, `Your access to “${title}” has ended`)
    await expect(reader).toHaveURL('/requestor/documents')
    await expect(reader.getByText('No access yet')).toBeVisible()
    const owner = await follow(trustee, `Sofia Marino’s access to “${title}” has ended`)
    await expect(owner).toHaveURL(`/documents/${documentId}`)
    await expect(owner.getByRole('table', { name: 'Access', exact: true })).toContainText('Expired')
  })
})

/** Returns the address that an email leads to, the same in its button and its plain text, and examines what the email looks like. */
async function linkOf({ html = '', text = '' }: ParsedMail, page: Page): Promise<string> {
  await page.setContent(html)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByText('Deedbox', { exact: true })).toBeVisible()
  await expect(page.getByText('Sent by Deedbox. You received this because')).toBeVisible()
  const links = page.getByRole('link')
  await expect(links).toHaveCount(1)
  const link = (await links.getAttribute('href')) ?? ''
  expect(text.match(/https?:\/\/\S+/g)).toEqual([link])
  expect(text).toContain((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')
  return link
}

/** Starts two servers on one PostgreSQL, with one data folder and one mail server; null where there is no PostgreSQL. */
async function startDeployment() {
  const templateUrl = process.env.TEMPLATE_DATABASE_URL
  if (!templateUrl) return null
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-two-servers-'))
  await copyBesideDatabase(dataDir)
  const mail = await startSmtp()
  const databaseUrl = await createDatabase(templateUrl)
  const servers: Partial<Record<'first' | 'second', Awaited<ReturnType<typeof startServer>>>> = {}
  let shiftMs = 0
  return {
    servers,
    mail,
    databaseUrl,
    /** Starts one of them, with its clock at the deployment's time. */
    async start(name: 'first' | 'second') {
      const server = await startServer({
        DATA_DIR: dataDir,
        DATABASE_URL: named(databaseUrl, name),
        SMTP_URL: mail.url,
      })
      servers[name] = server
      await server.ask('shift', { ms: shiftMs })
    },
    async shift(ms: number) {
      shiftMs += ms
      await Promise.all(Object.values(servers).map((server) => server.ask('shift', { ms })))
    },
    async stop() {
      for (const server of Object.values(servers)) await server.stop()
      await mail.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
