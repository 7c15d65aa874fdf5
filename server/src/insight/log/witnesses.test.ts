import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkpointText, openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import { ed25519Signer, signNote } from '@deedbox/proof/note.ts'
import { parsePolicy } from '@deedbox/proof/policy.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOfWitnesses, readWitnesses } from '../../platform/witnesses.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createLog } from './log.ts'
import { openWitness, serveWitness, type Witness } from './witness.ts'
import { quorumAt, witnessStates } from './witness-states.ts'

let app: TestApp
let witness: Witness
let server: Server
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  await app.services.log.catchUp()
  folder = mkdtempSync(join(tmpdir(), 'deedbox-witness-'))
  witness = openWitness({ folder, name: 'witness.example/one', logs: [await key()] })
  server = serveWitness(witness).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  rmSync(folder, { recursive: true })
  await app.stop()
})

const rows = async <R>(text: string, values: unknown[] = []) =>
  (await app.services.database.query<R>(text, values)).rows
const key = async () =>
  (await rows<{ key: string }>('select verifier_key as key from log_origins where frozen_at is null'))[0]
    ?.key ?? ''
const portOf = (listening: Server) => (listening.address() as AddressInfo).port
const act = () =>
  app.services.contexts.work((ctx) => ctx.audit({ event: 'document_restored', notes: 'for the witness' }))

/** Log of this database as a server with this witness has it. */
function logWith(port: number) {
  const text = `# The Law Society\nwitness one ${witness.verifierKey} http://127.0.0.1:${port}\nquorum one`
  const config = { ...app.services.config, witnesses: readWitnesses(text) }
  return { log: createLog({ ...app.services, config }), services: { ...app.services, config } }
}
const turnBack = () => rows("update log_witnesses set asked_at = asked_at - interval '2 minutes'")
const cosigned = () =>
  rows<{ size: number; line: string; note: string }>(
    `select s.size, s.line, c.note from log_cosignatures s join log_checkpoints c using (origin, size)
     where s.verifier_key is not null order by s.size`,
  )

test('a head is sent, and its cosignature checked and kept; another only after a minute, with a proof', async () => {
  const { log, services } = logWith(portOf(server))
  await act()
  await log.catchUp()
  const [first, ...none] = await cosigned()
  expect(none).toEqual([])
  openCheckpoint(`${first?.note}${first?.line}`, verifierOf(await key()), [verifierOf(witness.verifierKey)])
  await act()
  await log.catchUp()
  expect((await cosigned()).length).toBe(1)
  expect((await witnessStates(services))?.states).toMatchObject([
    { name: 'one', owner: 'The Law Society', behind: 1, isIndependent: false, fault: null },
  ])
  await turnBack()
  await log.catchUp()
  const [, second] = await cosigned()
  expect(second?.size).toBe(Number(first?.size) + 1)
  expect((await witnessStates(services))?.states).toMatchObject([{ behind: 0, fault: null }])
})

test('signatures of unknown kinds are kept and count for nothing; a wrong one is a fault', async () => {
  await act()
  await turnBack()
  const unknown = `— other.example ${Buffer.concat([Buffer.from('0a0b0c0d', 'hex'), randomBytes(70)]).toString('base64')}\n`
  let changed = (body: string) => body + unknown
  const strange = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    if (request.method === 'GET') return response.writeHead(404).end()
    const { status, body } = witness.add(Buffer.concat(chunks).toString())
    response.writeHead(status).end(changed(body))
  }).listen(0, '127.0.0.1')
  await once(strange, 'listening')
  try {
    const { log, services } = logWith(portOf(strange))
    await log.catchUp()
    expect(await rows('select line, verifier_key from log_cosignatures where verifier_key is null')).toEqual([
      { line: unknown, verifier_key: null },
    ])
    changed = (body) => body.replace(/.{12}\n$/, `${'A'.repeat(12)}\n`)
    await act()
    await turnBack()
    await log.catchUp()
    expect((await witnessStates(services))?.states[0]?.fault).toContain('wrong')
    changed = (body) => body
    await turnBack()
    await log.catchUp()
    expect((await witnessStates(services))?.states[0]?.fault).toBeNull()
  } finally {
    strange.close()
  }
})

test('a witness that is away is named, and nothing is signed before it was waited for; events are sealed', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const port = portOf(closed)
  closed.close()
  await once(closed, 'close')
  await act()
  await rows("update log_witnesses set size = 1, asked_at = asked_at - interval '2 minutes'")
  const before = await rows('select from log_checkpoints')
  const { log, services } = logWith(port)
  await log.catchUp()
  expect(await rows('select from log_waiting')).toEqual([])
  expect((await rows('select from log_checkpoints')).length).toBe(before.length)
  expect((await witnessStates(services))?.states[0]?.fault).toContain('could not be reached')
})

/** Lets the witness know a head that this database does not have, as if the original had gone on. */
async function goneOn(): Promise<() => void> {
  const { folder: keys } = app.services.log
  const head = keys.head()
  const [seed] = keys.seeds()
  if (!head || !seed) throw new Error('There is a head.')
  const { origin } = head
  const ahead = { origin, size: head.size + 50, root: new Uint8Array(randomBytes(32)) }
  writeFileSync(
    join(folder, createHash('sha256').update(origin).digest('hex')),
    signNote(checkpointText(ahead), [ed25519Signer(origin, seed)]),
  )
  return () => keys.putHead(head)
}

test('a database and folder that are older than what a witness cosigned sign nothing', async () => {
  const putBack = await goneOn()
  const { log } = logWith(portOf(server))
  await act()
  const before = await rows('select from log_checkpoints')
  await log.catchUp()
  await log.catchUp()
  expect(log.why()).toBe('older-database')
  expect((await rows('select from log_checkpoints')).length).toBe(before.length)
  putBack()
})

test('a witness that only names a larger size stops the log too', async () => {
  const putBack = await goneOn()
  const older = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.method === 'GET') return response.writeHead(404).end()
    response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('1000000\n')
  }).listen(0, '127.0.0.1')
  await once(older, 'listening')
  try {
    const { log } = logWith(portOf(older))
    await act()
    const before = await rows('select from log_checkpoints')
    await log.catchUp()
    expect(log.why()).toBe('witness-ahead')
    expect((await rows('select from log_checkpoints')).length).toBe(before.length)
  } finally {
    older.close()
    putBack()
  }
})

test('a quorum is met since the newest time at which enough had cosigned', () => {
  const names = ['a', 'b', 'c']
  const policy = {
    ...parsePolicy('quorum none'),
    quorum: 'g',
    groups: new Map([['g', { needed: 2, members: names }]]),
  }
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
  expect(quorumAt(policy, new Map())).toBeNull()
  expect(quorumAt(policy, new Map([['a', at(5)]]))).toBeNull()
  expect(
    quorumAt(
      policy,
      new Map([
        ['a', at(5)],
        ['b', at(1)],
        ['c', at(3)],
      ]),
    ),
  ).toEqual(at(3))
})

test('the policy says whose a witness is; one without an address, and other lines, are refused', () => {
  const { verifierKey } = witness
  const line = `witness one ${verifierKey}`
  const read = readWitnesses(`# Chen & Whitlam\n${line} https://w.example/\nquorum one`)
  expect(read.all).toMatchObject([{ name: 'one', owner: 'Chen & Whitlam', url: 'https://w.example' }])
  expect(faultOfWitnesses(`${line}\nquorum one`)).toContain('has no address')
  expect(faultOfWitnesses(`${line} ftp://w.example\nquorum one`)).toContain('has no address')
  expect(faultOfWitnesses(`${line} https://w.example`)).toContain('no quorum')
  expect(faultOfWitnesses('x')).toContain('unknown kind')
})
