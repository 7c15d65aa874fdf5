import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addMasterKey,
  deriveSecret,
  dropOlderMasterKeys,
  type Keyring,
  loadKeyring,
  MasterKeyError,
} from './keys.ts'
import { ContentDamagedError } from './stream.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'deedbox-keys-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const newKey = () => randomBytes(32).toString('base64')

describe('the key file', () => {
  it('is created once, readable by its owner only, and loaded again', async () => {
    const folder = join(dataDir, 'new', 'data')
    const first = loadKeyring({ dataDir: folder })
    const text = await readFile(join(folder, 'master.key'), 'utf8')
    const second = loadKeyring({ dataDir: folder })

    expect(second.currentId).toBe(first.currentId)
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['master.key'])
  })

  it('is the same for processes that start at the same time', async () => {
    const module = new URL('./keys.ts', import.meta.url).href
    const script = `const { loadKeyring } = await import(${JSON.stringify(module)})
      const { currentId } = loadKeyring({ dataDir: process.argv[1] })
      process.stdout.write(JSON.stringify({ currentId }))`
    const starts = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dataDir]),
    )
    const found = (await Promise.all(starts)).map(({ stdout }) => JSON.parse(stdout) as { currentId: string })

    expect(new Set(found.map(({ currentId }) => currentId)).size).toBe(1)
  })

  it.each(['', 'not a key', newKey().slice(4), `${newKey()}x`, `${newKey()}\nhalf`])(
    'is refused and left alone when it holds %j',
    async (text) => {
      const file = join(dataDir, 'master.key')
      await writeFile(file, text)
      expect(() => loadKeyring({ dataDir })).toThrow(MasterKeyError)
      expect(() => loadKeyring({ dataDir })).toThrow(file)
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )

  it('takes a new key in front of the others, and lets go of the older ones', async () => {
    const before = loadKeyring({ dataDir })
    const old = before.newDataKey('will-1')
    before.replace(addMasterKey(dataDir))
    const after = loadKeyring({ dataDir })
    expect([...after.masterKeys.keys()]).toEqual([...before.masterKeys.keys()])
    expect(after.masterKeys.size).toBe(2)
    expect(after.unwrap({ ...old, documentId: 'will-1' })).toEqual(old.dataKey)
    const again = after.wrap('will-1', old.dataKey)
    before.replace(dropOlderMasterKeys(dataDir))
    expect(loadKeyring({ dataDir }).unwrap({ ...again, documentId: 'will-1' })).toEqual(old.dataKey)
    expect(() => before.unwrap({ ...old, documentId: 'will-1' })).toThrow(MasterKeyError)
    expect(await readdir(dataDir)).toEqual(['master.key'])
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600)
  })

  it('that exists but cannot be read is an error and does not create a new key', async () => {
    await mkdir(join(dataDir, 'master.key'))
    expect(() => loadKeyring({ dataDir })).toThrow(/EISDIR/)
  })
})

describe('MASTER_KEY', () => {
  it('is used instead of the file', async () => {
    const masterKey = newKey()
    const keyring = loadKeyring({ masterKey, dataDir })
    expect(await readdir(dataDir)).toEqual([])
    expect(loadKeyring({ masterKey, dataDir }).currentId).toBe(keyring.currentId)
    expect(loadKeyring({ masterKey: newKey(), dataDir }).currentId).not.toBe(keyring.currentId)
  })

  it('is named, but its value never shown, when it is malformed', () => {
    const masterKey = randomBytes(31).toString('base64')
    const load = () => loadKeyring({ masterKey, dataDir })
    expect(load).toThrow(/^MASTER_KEY must hold 32 bytes in base64/)
    expect(load).not.toThrow(masterKey)
  })
})

describe('data keys', () => {
  it('can be unwrapped for their document only', () => {
    const keyring = loadKeyring({ dataDir })
    const { dataKey, wrapped, masterKeyId } = keyring.newDataKey('will-1')

    expect(dataKey.length).toBe(32)
    expect(keyring.unwrap({ wrapped, masterKeyId, documentId: 'will-1' }).equals(dataKey)).toBe(true)
    expect(keyring.newDataKey('will-1').dataKey.equals(dataKey)).toBe(false)
    expect(wrapped.includes(dataKey.subarray(0, 8))).toBe(false)
    expect(() => keyring.unwrap({ wrapped, masterKeyId, documentId: 'will-2' })).toThrow(ContentDamagedError)
  })

  it('are refused after any change of a bit, and when truncated or extended', () => {
    const keyring = loadKeyring({ dataDir })
    const { wrapped, masterKeyId } = keyring.newDataKey('will-1')
    const unwrap = (changed: Buffer) => () =>
      keyring.unwrap({ wrapped: changed, masterKeyId, documentId: 'will-1' })
    for (let bit = 0; bit < wrapped.length * 8; bit++) {
      const changed = Buffer.from(wrapped)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(unwrap(changed)).toThrow(ContentDamagedError)
    }
    for (let length = 0; length < wrapped.length; length++) {
      expect(unwrap(wrapped.subarray(0, length))).toThrow(ContentDamagedError)
    }
    expect(unwrap(Buffer.concat([wrapped, Buffer.alloc(1)]))).toThrow(ContentDamagedError)
  })

  it('can be unwrapped after a rotation while the old master key is kept, and not without it', () => {
    const [old, fresh] = [newKey(), newKey()]
    const before = loadKeyring({ masterKey: old, dataDir })
    const { dataKey, wrapped, masterKeyId } = before.newDataKey('will-1')

    const rotated = loadKeyring({ masterKey: `${fresh} ${old}`, dataDir })
    expect(rotated.currentId).not.toBe(before.currentId)
    expect(rotated.newDataKey('will-2').masterKeyId).toBe(rotated.currentId)
    expect(rotated.unwrap({ wrapped, masterKeyId, documentId: 'will-1' }).equals(dataKey)).toBe(true)

    const forgotten = loadKeyring({ masterKey: fresh, dataDir })
    expect(() => forgotten.unwrap({ wrapped, masterKeyId, documentId: 'will-1' })).toThrow(MasterKeyError)
    const relabelled = { wrapped, masterKeyId: forgotten.currentId, documentId: 'will-1' }
    expect(() => forgotten.unwrap(relabelled)).toThrow(ContentDamagedError)
  })
})

describe('derived secrets', () => {
  it('differ by purpose and by key, and are stable', () => {
    const masterKey = newKey()
    const keyring = loadKeyring({ masterKey, dataDir })
    const derived = (from: Keyring, purpose: string) => deriveSecret(from, purpose, from.currentId)
    const session = derived(keyring, 'session')
    expect(session.length).toBe(32)
    expect(derived(loadKeyring({ masterKey, dataDir }), 'session').equals(session)).toBe(true)
    expect(derived(keyring, 'codes').equals(session)).toBe(false)
    expect(derived(loadKeyring({ dataDir }), 'session').equals(session)).toBe(false)
    expect(session.toString('base64')).not.toBe(masterKey)
  })

  it('and keys are not visible when a keyring is logged', () => {
    const masterKey = newKey()
    expect(JSON.stringify([...loadKeyring({ masterKey, dataDir }).masterKeys])).not.toContain(
      masterKey.slice(0, 10),
    )
  })
})
