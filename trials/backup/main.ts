import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dayMs } from '@deedbox/contract/durations.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { type Combination, type Deedbox, type Person, startDeedbox } from '../crash/deedbox.ts'
import { createChecks } from '../support/checks.ts'
import { needPackages } from '../support/packages.ts'
import { pause } from '../support/server.ts'
import { swiftPackages } from '../support/swift.ts'
import { type Ground, openGround } from './ground.ts'

/*
 * npm run trial -- backup [--kills 20] [--documents 60] [--large 2000] [--on pglite,postgres] [--places folder,s3]
 * 's3': copies are in buckets of OpenStack Swift, and are restored into others; what is copied is in a folder.
 * Backups and restores that are killed at random moments, a copy made under load while content is erased, damage and a wrong key,
 * everything destroyed and got back byte for byte, and the memory that a large copy takes (in MB; 0 leaves it out).
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    documents: { type: 'string', default: '60' },
    large: { type: 'string', default: '2000' },
    on: { type: 'string', default: 'pglite,postgres' },
    places: { type: 'string', default: 'folder,s3' },
  },
})
const kills = Number(values.kills)
const { check, finish } = createChecks()
const clients = 8

/** Content of a deployment: the digest of each document's content. */
type Held = Map<string, string>
const digest = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

async function store(deedbox: Deedbox, owner: Person, held: Held, text: string): Promise<string> {
  const answer = await deedbox.call(owner, 'POST', '/api/documents?fileName=deed.txt&title=Deed', text)
  assert(answer)
  assert.equal(answer.status, 201, 'an upload')
  const { document } = (await answer.json()) as { document: { id: string } }
  held.set(document.id, digest(text))
  return document.id
}
const someText = (most: number) => randomBytes(500 + Math.floor(Math.random() * most)).toString('hex')

async function killedBackups(deedbox: Deedbox, ground: Ground, place: string): Promise<string> {
  const began = performance.now()
  await ground.backup(deedbox, place)
  const usual = performance.now() - began
  let died = 0
  let whole = 0
  for (let round = 0; died < kills && round < 5 * kills; round++) {
    // Something new each time, in a place of its own now and then: so that there is content to copy.
    const to = round % 4 === 0 ? await ground.newPlace() : place
    const killing = ground.begin('backup', ['--to', to], ground.envOf(deedbox))
    await pause(Math.random() * usual)
    // The embedded server makes the backup itself; if it is killed before it was asked, the command does.
    if (deedbox.database === 'pglite' && round % 2 === 0) {
      await deedbox.kill()
      await killing.ended
      await deedbox.revive()
      died += 1
    } else if (await killing.kill()) died += 1
    await ground.forgetLock(deedbox)
    if (await ground.hasCopy(to)) {
      whole += 1
      await ground.verify(to)
    }
    await ground.backup(deedbox, to)
    await ground.verify(to)
  }
  assert(died >= kills, `killed only ${died} times`)
  return `${died} kills, ${whole} found whole copies, each verified`
}

async function killedRestores(deedbox: Deedbox, ground: Ground, place: string, held: Held): Promise<string> {
  let target = await ground.newTarget()
  const began = performance.now()
  await ground.restore(place, target)
  const usual = performance.now() - began
  await ground.compare(target, held)
  target = await ground.newTarget()
  let died = 0
  let refused = 0
  for (let round = 0; died < kills && round < 5 * kills; round++) {
    const killing = ground.begin('restore', ['--from', ground.path(place)], target)
    await pause((0.2 + 0.8 * Math.random()) * usual)
    if (!(await killing.kill())) {
      await ground.compare(target, held)
      target = await ground.newTarget()
      continue
    }
    died += 1
    // The restore begun but not finished lets no server start there. One that was finished right before the kill is whole.
    const isBegun = await ground.isBegun(target)
    const isFinished = isBegun && !(await ground.isRefused(target))
    if (isBegun && !isFinished) refused += 1
    if (!isFinished && round % 3 !== 2) continue
    if (!isFinished) await ground.restore(place, target)
    await ground.compare(target, held)
    target = await ground.newTarget()
  }
  assert(died >= kills, `killed only ${died} times`)
  return `${died} kills of ${deedbox.database}, ${refused} starts refused`
}

/** Tries a copy while people upload, revoke and delete, and content is erased. */
async function underLoad(deedbox: Deedbox, ground: Ground, owners: Person[], held: Held): Promise<string> {
  const place = await ground.newPlace()
  let working = true
  const known: Held = new Map(held)
  const erased = new Set<string>()
  const guest = await deedbox.person('guest')
  const work = owners.map(async (owner, index) => {
    // The pause bounds the uploads to some 60 a second: a quick machine would have tens of thousands to restore and compare.
    for (; working; await pause(100)) {
      const id = await store(deedbox, owner, known, someText(20_000))
      if (index % 2 === 0) {
        await deedbox.call(owner, 'POST', `/api/documents/${id}/access`, { email: guest.email })
        const [grant] = await deedbox.rows<{ id: string }>(
          `select id from document_access where document_id = '${id}' and status = 'active'`,
        )
        await deedbox.call(owner, 'POST', `/api/access/${grant?.id}/revoke`)
      }
      if (index === 1) {
        erased.add(id)
        await deedbox.call(owner, 'DELETE', `/api/documents/${id}`)
      }
    }
  })
  const erasing = (async () => {
    while (working) {
      await deedbox.shift(31 * dayMs)
      await deedbox.runJobs()
      await pause(20)
    }
  })()
  try {
    await pause(3_000)
    const before = new Map([...known].filter(([id]) => !erased.has(id)))
    for (let time = 0; time < 3; time++) await ground.backup(deedbox, place)
    working = false
    await Promise.all([...work, erasing])
    await ground.verify(place)
    const target = await ground.newTarget()
    await ground.restore(place, target)
    await ground.compare(target, before, known)
    return `${before.size} documents were acknowledged before, ${known.size} after; ${erased.size} erased`
  } finally {
    working = false
    await Promise.allSettled([...work, erasing])
  }
}

async function damaged(ground: Ground, place: string): Promise<string> {
  const folder = ground.path(place)
  const content = join(folder, 'content')
  const all = await readdir(content, { recursive: true, withFileTypes: true })
  const found = all.find((one) => one.isFile())
  assert(found, 'content in the place')
  const file = join(found.parentPath, found.name)
  const kept = await readFile(file)
  const bytes = Buffer.from(kept)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  await writeFile(file, bytes)
  const { code, said } = await ground.run('verify', ['--from', folder], {})
  assert.equal(code, 2)
  assert(said.includes(file.slice(folder.length + 1)), said)
  await writeFile(file, kept)
  const wrong = await ground.run('verify', ['--from', folder], { BACKUP_PRIVATE_KEY: ground.otherKey })
  assert.equal(wrong.code, 1)
  assert.match(wrong.said, /wrong key/)
  return `named: ${file.slice(folder.length + 1)}`
}

/** Moves this many MB of content through the commands; returns the most memory that each took, in MiB. */
async function large(deedbox: Deedbox, ground: Ground, owner: Person, held: Held): Promise<string> {
  const each = 50
  const place = await ground.newPlace()
  const figures: string[] = []
  for (const megabytes of [Number(values.large) / 4, Number(values.large)]) {
    for (let stored = 0; stored < megabytes; stored += each)
      await store(deedbox, owner, held, randomBytes(each * 500_000).toString('hex'))
    const backup = await ground.run('backup', ['--to', ground.path(place)], ground.envOf(deedbox))
    const target = await ground.newTarget()
    const restore = await ground.run('restore', ['--from', ground.path(place)], target)
    assert.deepEqual([backup.code, restore.code], [0, 0], backup.said + restore.said)
    figures.push(`${megabytes} MB more: backup ${backup.memory} MiB, restore ${restore.memory} MiB`)
  }
  return figures.join('; ')
}

async function tryAll(combination: Combination, kind: 'folder' | 's3', postgres: typeof server) {
  const where = `${combination.database}, place in ${kind === 's3' ? 'Swift' : 'a folder'}`
  const ground = await openGround(kind, combination.database, postgres)
  const deedbox = await startDeedbox(combination, postgres)
  const told = (name: string, work: () => Promise<string | undefined>) =>
    check(`${where}: ${name}`, async () => {
      const said = await work()
      if (said) process.stdout.write(`        ${said}\n`)
    })
  try {
    await ground.giveKey(deedbox)
    const owners = await Promise.all(Array.from({ length: clients }, () => deedbox.person('trustee')))
    const [owner] = owners
    assert(owner)
    const held: Held = new Map()
    for (let n = 0; n < Number(values.documents); n++) await store(deedbox, owner, held, someText(200_000))
    const place = await ground.newPlace()
    await told('backups killed at random moments', () => killedBackups(deedbox, ground, place))
    await told('restores killed at random moments', () => killedRestores(deedbox, ground, place, held))
    if (kind === 'folder') await told('damage is named, a wrong key is said', () => damaged(ground, place))
    await told('a copy under load, content erased meanwhile', () => underLoad(deedbox, ground, owners, held))
    if (kind === 'folder' && combination.database === 'postgres' && Number(values.large) > 0)
      await told('memory of large copies', () => large(deedbox, ground, owner, held))
  } finally {
    await deedbox.stop()
    await ground.stop()
  }
}

if (values.places.includes('s3')) needPackages(swiftPackages)
const databases = values.on.split(',') as Combination['database'][]
const server = await startPostgres()
try {
  for (const database of databases)
    for (const kind of values.places.split(',') as ('folder' | 's3')[])
      await tryAll({ database, store: 'folder' }, kind, server)
} finally {
  await server?.stop()
}
finish()
