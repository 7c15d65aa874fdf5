import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBase64 } from '@deedbox/proof/bytes.ts'
import { openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import { parseEntryBundle, parseTile, TILE_WIDTH, tilePath, widthOf } from '@deedbox/proof/tiles.ts'
import { consistencyProof, inclusionProof, type TileReader } from '@deedbox/proof/tree.ts'
import { startServer } from '../../e2e/support/server.ts'
import { createChecks } from '../support/checks.ts'
import { needPackages } from '../support/packages.ts'

/*
 * npm run trial -- log-go: the log of a whole Deedbox, read as tiles over HTTP, checked by Go's own note.Open, tlog.CheckRecord and
 * tlog.CheckTree from Debian's packages.
 */

/** Events of the trial: more than two full tiles. */
const EVENTS = 600

needPackages({
  '/usr/bin/go': 'golang-go',
  '/usr/share/gocode/src/golang.org/x/mod/sumdb': 'golang-golang-x-mod-dev',
})
const root = mkdtempSync(join(tmpdir(), 'deedbox-log-go-'))
const { check, finish } = createChecks()
const server = await startServer({ DATA_DIR: root })
const admin = await server.ask('person', { role: 'admin' })

const get = async (path: string): Promise<Uint8Array> => {
  const answer = await fetch(`${server.address}${path}`, { headers: { cookie: admin.cookie } })
  assert.equal(answer.status, 200, path)
  return new Uint8Array(await answer.arrayBuffer())
}
const text = async (path: string) => new TextDecoder().decode(await get(path))

/** Records events and waits for a head that has them. */
async function headWith(events: number): Promise<string> {
  await server.ask('rows', {
    sql: `insert into audit_events (at, event, notes) select now(), 'document_restored', 'number ' || n from generate_series(1, ${events}) n`,
  })
  await server.ask('seal')
  return text('/log/checkpoint')
}

const older = await headWith(EVENTS / 2)
const newer = await headWith(EVENTS / 2)
const key = (await text('/.well-known/deedbox-log')).split('\n')[0] ?? ''
const [first, last] = [older, newer].map((note) => openCheckpoint(note, verifierOf(key)))
assert.ok(first && last && last.size > 2 * TILE_WIDTH && first.size < last.size)
const { size } = last

const read: TileReader = (tiles) =>
  Promise.all(tiles.map(async (tile) => parseTile(await get(`/log/${tilePath(tile)}`), tile.width)))
const bundles = await Promise.all(
  Array.from({ length: Math.ceil(size / TILE_WIDTH) }, async (_, index) => {
    const width = widthOf(size, 0, index)
    return parseEntryBundle(await get(`/log/${tilePath({ level: 'entries', index, width })}`), width)
  }),
)
const entries: { entry: string; proof: string[] }[] = []
for (const [index, entry] of bundles.flat().entries())
  entries.push({ entry: toBase64(entry), proof: (await inclusionProof(index, size, read)).map(toBase64) })
const given = {
  ...{ key, older, newer, entries },
  consistency: (await consistencyProof(first.size, size, read)).map(toBase64),
}

const go = (input: object) =>
  spawnSync('/usr/bin/go', ['run', join(import.meta.dirname, 'main.go')], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    env: {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: '/usr/share/gocode',
      GOCACHE: join(root, 'go'),
      GOFLAGS: '',
    },
  })

await check('Go opens both heads, proves every entry, and that the newer begins with the older', () => {
  const { stdout, stderr, status } = go(given)
  assert.equal(stdout, `${size} entries\n`, stderr)
  assert.equal(status, 0)
})
await check('Go refuses a changed entry', () => {
  const [one, ...others] = entries
  assert.ok(one)
  const { stdout, status } = go({
    ...given,
    entries: [{ ...one, entry: toBase64(new Uint8Array(9)) }, ...others],
  })
  assert.match(stdout, /^entry 0: /)
  assert.equal(status, 1)
})
await check('Go refuses a changed head', () => {
  const { stdout, status } = go({ ...given, newer: newer.replace(`\n${size}\n`, `\n${size + 1}\n`) })
  assert.match(stdout, /^note: /)
  assert.equal(status, 1)
})
await server.stop()
rmSync(root, { recursive: true, force: true })
finish()
