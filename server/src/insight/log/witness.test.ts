import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { cosignatureTime, verifierOf } from '@deedbox/proof/cosignature.ts'
import { ED25519, verifierKey, verifierKeyText } from '@deedbox/proof/note.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWitness, serveWitness } from './witness.ts'

interface Step {
  request: string
  status: number
  body: { contains?: string; equals?: string }
}
const { key, steps } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../proof/vectors/litewitness.json'), 'utf8'),
) as { key: string; steps: Step[] }
const origin = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562'
const log = verifierKeyText(verifierKey(origin, ED25519, new Uint8Array(Buffer.from(key, 'hex'))))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deedbox-witness-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const noted = new Date('2026-03-04T05:06:07Z')
const open = () => openWitness({ folder, name: 'example.com/witness', logs: [log], now: () => noted })

test('it answers the exchange of litewitness, also when it is opened anew before each request', () => {
  for (const { request, status, body } of steps) {
    const answer = open().add(request)
    // litewitness came before the answer 404 to an unknown log.
    expect(answer.status, request).toBe(body.contains === 'unknown log' ? 404 : status)
    if (body.equals !== undefined) {
      expect(answer).toMatchObject({ body: body.equals, type: 'text/x.tlog.size' })
    }
    if (status === 200) expect(answer.body).toMatch(/^— example\.com\/witness \S+\n$/)
  }
})

test('over HTTP it serves the newest head with both signatures, and refuses what is malformed', async () => {
  const witness = open()
  const server = serveWitness(witness).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const hash = 'd1a8ab1c4e6b3dc4'.padEnd(64, '0')
    expect((await fetch(`${at}/${hash}/checkpoint`)).status).toBe(404)
    const known = createHash('sha256').update(origin).digest('hex')
    const note = await (await fetch(`${at}/${known}/checkpoint`)).text()
    const head = openCheckpoint(note, verifierOf(log), [verifierOf(witness.verifierKey)])
    expect(head.size).toBe(5)
    const [, own] = head.note.verified
    expect(cosignatureTime(own?.signature ?? new Uint8Array())).toBe(noted.getTime() / 1_000)
    const post = async (body: string) =>
      (await fetch(`${at}/add-checkpoint`, { method: 'POST', body })).status
    const last = steps.at(-1)?.request ?? ''
    expect(await post('')).toBe(400)
    expect(await post(last.replace('old 0', 'old 00'))).toBe(400)
    expect(await post(last.replace('old 0', 'old 6'))).toBe(400)
    expect(await post(last.replace('old 0', 'old 0\nAAAA'))).toBe(400)
    expect(await post('x'.repeat(70_000))).toBe(400)
    // The same head again is cosigned again.
    expect(await post(last.replace('old 0', 'old 5'))).toBe(200)
    expect((await fetch(`${at}/elsewhere`, { method: 'POST' })).status).toBe(404)
  } finally {
    server.close()
    await once(server, 'close')
  }
})

test('an empty folder gets a key, which stays', () => {
  expect(open().verifierKey).toBe(open().verifierKey)
})
