import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { protectDataFolder, removeRemains } from './data-folder.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-folder-'))
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))
const mode = (name: string) => (fs.statSync(name).mode & 0o777).toString(8)

/** Makes a data folder that an earlier version or another tool left open: everybody may read and write all of it. */
function openFolder(name: string) {
  const dataDir = path.join(home, name)
  fs.mkdirSync(path.join(dataDir, 'database', 'base', '5'), { recursive: true })
  fs.mkdirSync(path.join(dataDir, 'documents', 'someone'), { recursive: true })
  fs.mkdirSync(path.join(dataDir, 'mailbox'))
  for (const file of [
    'database/base/5/16385',
    'documents/someone/1.pdf',
    'mailbox/1.eml',
    'master.key',
    'database.lock',
  ])
    fs.writeFileSync(path.join(dataDir, file), 'secret')
  execFileSync('chmod', ['-R', 'a+rwX', dataDir])
  return dataDir
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('is created for this user only', () => {
    const dataDir = path.join(home, 'new', 'deeper')
    protectDataFolder(dataDir)
    expect(mode(dataDir)).toBe('700')
  })

  test('that was open is tightened completely', () => {
    const dataDir = openFolder('open')
    protectDataFolder(dataDir)
    const all = fs.readdirSync(dataDir, { recursive: true }).map(String)
    expect(all.length).toBeGreaterThan(9)
    for (const name of ['.', ...all]) {
      const file = path.join(dataDir, name)
      expect(mode(file), name).toBe(fs.statSync(file).isDirectory() ? '700' : '600')
    }
  })

  test('loses what was left half done, and nothing that another server may be writing', () => {
    const dataDir = openFolder('cut')
    const id = '0b6e5f0e-95f5-4a0c-8d0b-1f1f2d3c4b5a'
    const drawn = 'drawn-pages-0123456789abcdef'
    const remains = [`master.key.${id}`, 'mailbox/20261203T101500123Z_1.eml.partial', `mailbox/.${id}`]
    const before = fs.readdirSync(dataDir, { recursive: true }).sort()
    for (const name of [drawn, ...remains]) fs.writeFileSync(path.join(dataDir, name), 'half')
    removeRemains(dataDir)
    expect(fs.readdirSync(dataDir, { recursive: true }).sort()).toEqual([...before, ...remains].sort())
    for (const name of remains) fs.utimesSync(path.join(dataDir, name), 0, Date.now() / 1000 - 61)
    removeRemains(dataDir)
    expect(fs.readdirSync(dataDir, { recursive: true }).sort()).toEqual(before)
  })

  test('with other content stays readable for others, but nobody else can replace our files', () => {
    const dataDir = openFolder('shared')
    fs.writeFileSync(path.join(dataDir, 'somebody-else.txt'), 'not ours', { mode: 0o644 })
    protectDataFolder(dataDir)
    expect(mode(dataDir)).toBe('755')
    expect(mode(path.join(dataDir, 'somebody-else.txt'))).toBe('644')
    expect(mode(path.join(dataDir, 'database'))).toBe('700')
    expect(mode(path.join(dataDir, 'master.key'))).toBe('600')
  })

  test.runIf(process.getuid?.() === 0)('of another user that everybody may read is refused in words', () => {
    const dataDir = openFolder('foreign')
    fs.chmodSync(home, 0o711)
    const script = `const { protectDataFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'data-folder.ts'))})
      process.setuid(65534)
      try { protectDataFolder(process.argv[1]) } catch (error) { process.stdout.write(error.name + ': ' + error.message) }`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      encoding: 'utf8',
    })
    expect(said).toContain(
      `StartFault: ${dataDir} belongs to another user and can be written to by everybody`,
    )
    fs.chmodSync(dataDir, 0o755)
    const again = execFileSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      encoding: 'utf8',
    })
    expect(again).toContain(
      `${path.join(dataDir, 'database')} belongs to another user and can be read by everybody`,
    )
  })
})
