import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Server } from '../../server/src/platform/storage/s3-server.testing.ts'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import { openGround } from '../backup/ground.ts'
import { type Combination, type Deedbox, type Person, startDeedbox } from './deedbox.ts'
import type { Fault } from './faults.ts'

type Ended = { code: number | null; said: string }
/** A command of the terminal, and what must hold after it, however it ended. */
export type Command = {
  name: (typeof commandNames)[number]
  /** Makes everything that one run needs. */
  prepare(): Promise<{
    run(fault: Fault): Promise<Ended>
    /** Looks at what the fault left. */
    look?(): Promise<void>
    /** Repeats the command without a fault. */
    again(): Promise<void>
    /** It has finished, with everything in its place once. */
    examine?(): Promise<void>
  }>
  /** State: it works in the database of the server, which nobody else may have open where it is embedded. */
  alone: boolean
}

export const commandNames = ['backup', 'restore-copy', 'import'] as const
const documents = 3
const digest = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/**
 * Opens the commands on a deployment of their own. No server runs meanwhile where the database is embedded, so that the command itself
 * works in it. `store` says where the copies of a backup are, and the documents of an import.
 */
export async function openCommands({ database, store }: Combination, postgres: TestPostgres | null) {
  const ground = await openGround(store, database, postgres, startBuckets)
  const deedbox = await startDeedbox({ database, store }, postgres)
  await ground.giveKey(deedbox)
  const owner = await deedbox.person('trustee')
  const held = new Map<string, string>()
  for (let n = 0; n < documents; n++) {
    const text = randomBytes(20_000).toString('hex')
    const answer = await deedbox.call(owner, 'POST', '/api/documents?fileName=deed.txt&title=Deed', text)
    assert(answer?.ok)
    held.set(((await answer.json()) as { document: { id: string } }).document.id, digest(text))
  }
  const copies = await ground.newPlace()
  await ground.backup(deedbox, copies)

  const faulty = (fault: Fault, env: Record<string, string>, place?: string) => ({
    ...env,
    FAULT: JSON.stringify(fault),
    FAULT_PORTS: env.DATABASE_URL ? new URL(env.DATABASE_URL).port : '',
    FAULT_STORE_PORTS: [portOf(env.STORAGE_URL), portOf(place)].filter(Boolean).join(),
    FAULT_STORE_PATHS: place?.startsWith('/') ? place : '',
  })

  const backup: Command = {
    name: 'backup',
    alone: true,
    async prepare() {
      const place = await ground.newPlace()
      const env = ground.envOf(deedbox)
      return {
        run: (fault) => ground.run('backup', ['--to', place], faulty(fault, env, place)),
        async look() {
          // A backup that was killed counts for two minutes.
          if (database === 'postgres') await ground.forgetLock(deedbox)
          await ground.verifyIfAny(place)
        },
        again: () => ground.must('backup', ['--to', place], env),
        examine: () => ground.verify(place),
      }
    },
  }

  const restore: Command = {
    name: 'restore-copy',
    alone: false,
    async prepare() {
      const target = await ground.newTarget()
      return {
        run: (fault) => ground.run('restore', ['--from', copies], faulty(fault, target)),
        async again() {
          const { code, said } = await ground.run('restore', ['--from', copies], target)
          // A restore that had finished is refused a second time.
          if (code !== 0) assert.match(said, /already|not empty/, said)
        },
        examine: () => ground.compare(target, held),
      }
    },
  }

  const folders: string[] = []
  const importing: Command = {
    name: 'import',
    alone: true,
    async prepare() {
      const folder = await mkdtemp(join(tmpdir(), 'deedbox-import-'))
      folders.push(folder)
      await mkdir(join(folder, 'Smith'))
      const files = Array.from({ length: documents }, (_, n) => ({
        name: `Smith/deed ${n}.txt`,
        content: randomBytes(5_000).toString('hex'),
      }))
      for (const { name, content } of files) await writeFile(join(folder, name), content)
      const person = await deedbox.person('trustee')
      // Runs write a report of their own each.
      const reports = await mkdtemp(join(tmpdir(), 'deedbox-reports-'))
      folders.push(reports)
      const args = () => [folder, '--owner', person.email, '--report', join(reports, `${randomUUID()}.csv`)]
      return {
        run: (fault) => ground.run('import', args(), faulty(fault, deedbox.env)),
        look: () => whole(person, files, true),
        again: () => ground.must('import', args(), deedbox.env),
        async examine() {
          await whole(person, files, false)
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
  }

  /** Checks that each file is at most one document, and that a document has the content of its file. */
  async function whole(person: Person, files: { name: string; content: string }[], some: boolean) {
    const rows = await deedbox.rows<{ id: string; path: string | null }>(
      `select d.id, i.path from documents d left join imported_files i on i.document_id = d.id where d.owner_id = '${person.id}'`,
    )
    assert.equal(new Set(rows.map(({ path }) => path)).size, rows.length, 'a file was imported twice')
    if (!some) assert.equal(rows.length, files.length, 'each file is a document')
    for (const { id, path } of rows) {
      const file = files.find(({ name }) => name === path)
      const answer = await deedbox.call(owner, 'GET', `/api/documents/${id}/content`)
      assert.equal(answer?.status, 200)
      assert.equal(await answer?.text(), file?.content)
    }
  }

  return {
    deedbox: deedbox as Deedbox,
    commands: [backup, restore, importing] as const,
    async stop() {
      await deedbox.stop()
      await ground.stop()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Buckets in memory, which answer at once: parts of one, by a prefix. */
async function startBuckets() {
  const { endpoint, stop } = await startS3Server('copies', 'AKTRIAL')
  const at = encodeURIComponent(endpoint)
  return { bucket: async (name: string) => `s3://AKTRIAL:secret@copies/${name}?endpoint=${at}`, stop }
}

/** Returns the port of the service of an address like s3://…?endpoint=… */
function portOf(place: string | undefined): string {
  const endpoint = place?.startsWith('s3:') ? new URL(place).searchParams.get('endpoint') : null
  return endpoint ? new URL(endpoint).port : ''
}
