import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWitness, serveWitness } from '../server/src/insight/log/witness.ts'
import { startDeedbox } from './support/deedbox.ts'
import { examine } from './support/examine.ts'
import { test as base, expect } from './support/test.ts'

type Witness = {
  /** Lines of `WITNESSES`. */
  policy: string
  /** Logs that it knows. */
  logs: string[]
}

/** Test with a Deedbox that has a witness, which knows no log yet. */
const test = base.extend<{ witness: Witness }>({
  witness: async ({ baseURL: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'deedbox-story-witness-'))
    const logs: string[] = []
    const open = () => openWitness({ folder, name: 'witness.society.example/deeds', logs })
    const server = createServer((...asked) => void serveWitness(open()).emit('request', ...asked))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const policy = `# The Law Society\nwitness society ${open().verifierKey} http://127.0.0.1:${port}\nquorum society`
    await use({ policy, logs })
    server.close()
    await rm(folder, { recursive: true })
  },
  deedbox: async ({ witness }, use) => {
    const deedbox = await startDeedbox({ more: { WITNESSES: witness.policy } })
    await use(deedbox)
    await deedbox.stop()
  },
})

test('an administrator sees a witness begin to cosign, and settles what a check found', async ({
  deedbox,
  witness,
  visit,
}) => {
  const admin = await deedbox.person('admin', { name: 'Ruth Abernathy' })
  await deedbox.upload(admin, 'Castellano deed', {
    ...{ name: 'deed.txt', mimeType: 'text/plain', buffer: Buffer.from('The deed is in the box.') },
  })
  await deedbox.seal()
  const page = await visit(admin, '/admin/system')
  const log = page.getByRole('region', { name: 'Transparency log' })
  const row = log.getByRole('row').filter({ hasText: 'The Law Society' })
  await expect(row).toContainText('Does not cosign')
  await examine(page, 'log-witness-refuses')

  const [key = ''] = (await (await deedbox.call(null, 'GET', '/.well-known/deedbox-log')).text()).split('\n')
  witness.logs.push(key)
  await deedbox.rows(`update log_witnesses set asked_at = asked_at - interval '1 day'`)
  await deedbox.seal()
  await page.reload()
  await expect(row).toContainText('Nothing')
  await expect(row).toContainText('Not independent')

  await deedbox.rows('alter table audit_events disable trigger user')
  await deedbox.rows(`update audit_events set notes = 'another' where event = 'document_uploaded'`)
  await deedbox.rows('alter table audit_events enable trigger user')
  await deedbox.runJobs()
  await page.reload()
  const found = log.getByRole('alert').filter({ hasText: /Event \d+ has in notes what was not sealed/ })
  await expect(found).toBeVisible()
  await examine(page, 'log-finding')
  await found.getByRole('button', { name: 'Settle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settle what the check found?' })
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('What you found out').fill('A test of the check, by Ruth')
  await examine(page, 'log-settle')
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(found).toHaveCount(0)
  await page.goto('/admin/audit')
  await expect(page.getByText('A test of the check, by Ruth').first()).toBeVisible()
})
