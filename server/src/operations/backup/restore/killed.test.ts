import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { upload } from '../../../sharing/grants/sample.testing.ts'
import { contentsOf, openGround } from '../backup.testing.ts'

/** Embedded databases take seconds to make: their half is in the trial. */
const onPostgres = Boolean(inject('postgresUrl'))
let ground: Awaited<ReturnType<typeof openGround>>
beforeAll(async () => {
  ground = await openGround('folder')
})
afterAll(() => ground.stop())

/** Starts the command as an administrator does, and kills it at its first word: then it is in the middle of its work. */
async function killed(name: 'backup' | 'restore', args: string[], given: Record<string, string>) {
  const { PATH } = process.env
  const env = { PATH, BACKUP_PRIVATE_KEY: ground.key.privateKey, ...given }
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `../../../commands/${name}.ts`), ...args],
    {
      env,
    },
  )
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  child.stdout.once('data', () => child.kill('SIGKILL'))
  const [, signal] = await once(child, 'close')
  expect([signal, errors]).toEqual(['SIGKILL', ''])
}

test.runIf(onPostgres)(
  'a backup and a restore that are killed leave nothing half done, and go on',
  async () => {
    const place = await ground.newPlace()
    const folder = fileURLToPath(place)
    const env = { ...(await ground.newTarget()), BACKUP_KEY: ground.key.publicKey }
    let app = await ground.start(env)
    const owner = await app.person('trustee')
    const { id } = await upload(app, owner)
    await upload(app, owner)
    const read = async () => (await app.call(owner, 'GET', `/api/documents/${id}/content`)).rawPayload
    const content = await read()
    await killed('backup', ['--to', folder], env)
    // It counts for two minutes.
    await app.services.database.query("update backup_lock set beat_at = now() - interval '1 hour'")
    const { copy, problem } = await ground.backUp(app, place)
    expect(problem).toBeNull()
    const { documents, profiles } = await contentsOf(app)
    await app.stop()

    const target = await ground.newTarget()
    // The restore is interrupted before its first row, and in the middle.
    await expect(ground.restore(place, target, { migrations: folder })).rejects.toThrow()
    await expect(ground.start(target)).rejects.toThrow(/was begun and is not finished/)
    await killed('restore', ['--from', folder], target)
    await expect(ground.start(target)).rejects.toThrow(/not finished/)
    expect(await ground.restore(place, target)).toMatchObject({
      copy,
      documents: 2,
      problems: [],
      resumed: true,
    })
    app = await ground.start(target)
    expect(await contentsOf(app)).toMatchObject({ documents, profiles })
    Object.assign(owner, await app.signIn(owner.id, owner.email))
    expect(await read()).toEqual(content)
  },
)
