import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { upload } from '../../../sharing/grants/sample.testing.ts'
import type { TestApp } from '../../../testing/app.ts'
import { openGround } from '../backup.testing.ts'
import { verifyCopy } from '../restore/verify-sample.ts'

/** An embedded database takes seconds to make, and for these tests its kind does not matter. */
const onPostgres = Boolean(inject('postgresUrl'))
let ground: Awaited<ReturnType<typeof openGround>>
let app: TestApp
beforeAll(async () => {
  ground = await openGround('folder')
  app = await ground.start({})
  await upload(app, await app.person('trustee'))
})
afterAll(() => ground.stop())

test('a place whose head is lost or cut off goes on: its copies say whose it is', async () => {
  const mine = await ground.newPlace()
  const head = join(fileURLToPath(mine), 'deedbox-backup.json')
  let { copy } = await ground.backUp(app, mine)
  const whole = await readFile(head)
  for (const spoil of [
    () => rm(head),
    () => writeFile(head, whole.subarray(0, 40)),
    () => writeFile(head, ''),
  ]) {
    await spoil()
    expect(await ground.verify(mine)).toMatchObject({ copy, problems: [] })
    expect(await verifyCopy(app.services, { place: mine, at: copy, sample: 'all' })).toMatchObject({
      problems: [],
    })
    ;({ copy } = await ground.backUp(app, mine))
    expect(await readFile(head)).toEqual(whole)
  }
  // Another deployment neither takes the place nor touches what is left of the head.
  await writeFile(head, whole.subarray(0, 40))
  if (onPostgres) {
    const other = await ground.start({})
    await expect(ground.backUp(other, mine)).rejects.toThrow(/another deployment/)
    await other.stop()
    expect(await readFile(head)).toEqual(whole.subarray(0, 40))
  }
  await rm(join(fileURLToPath(mine), 'copies'), { recursive: true })
  await expect(ground.backUp(app, mine)).rejects.toThrow(/is damaged.*--new-place/)
  await rm(head)
  await ground.backUp(app, mine, { newPlace: true })
  expect(await readFile(head)).toEqual(whole)
})
