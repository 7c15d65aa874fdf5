import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, expect, test } from 'vitest'
import { withNewDatabase } from '../testing/database.ts'
import { openEmbedded } from './embedded.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-room-'))
const disk = path.join(home, 'disk')
const MB = 1024 * 1024

/** A small separate disk, if this machine allows one. */
const mount = (megabytes: number) => {
  fs.mkdirSync(disk, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]).status === 0
}
const unmount = () => spawnSync('umount', [disk])
const mounts = mount(1)
if (mounts) unmount()
else process.stderr.write('Skipped: what a really full disk does, as no small disk can be mounted here.\n')

afterEach(() => {
  if (mounts) unmount()
})
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

/** Commits rows in a separate process, until it ends. */
function commit(folder: string, mode: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'embedded.child.ts'), folder, mode])
  const said = { fault: '', acknowledged: 0, refused: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.fault += text
  })
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    if (line.startsWith('refused')) said.refused = line
    else if (line !== 'open') said.acknowledged = Number(line)
  })
  return { child, said, ended: once(child, 'close') }
}

/** Leaves at most this much of the small disk free; less where rows are committed meanwhile. */
async function leave({ said }: ReturnType<typeof commit>, megabytes: number) {
  await expect.poll(() => said.acknowledged).toBeGreaterThan(0)
  const ballast = fs.openSync(path.join(disk, 'ballast'), 'w')
  for (;;) {
    const { bavail, bsize } = fs.statfsSync(disk)
    const room = bavail * bsize - megabytes * MB
    if (room <= 0) break
    fs.writeSync(ballast, Buffer.alloc(Math.min(room, MB)))
  }
  fs.closeSync(ballast)
}

async function count(folder: string) {
  const { pglite, close } = await openEmbedded(folder, { measureRoom: () => 1024 * MB })
  const { rows } = await pglite.query<{ n: number }>('select count(*)::int as n from acknowledged')
  await close()
  return rows[0]?.n ?? 0
}

test.runIf(mounts)(
  'writing is refused in time on a nearly full disk, and works again when there is space',
  async () => {
    expect(mount(250)).toBe(true)
    const dataDir = withNewDatabase(path.join(disk, 'data'))
    const filling = commit(dataDir, 'fill')
    const { child, said, ended } = filling
    await leave(filling, 70)
    await expect.poll(() => said.refused).toBe('refused 25006 full')
    const before = said.acknowledged
    const { bavail, bsize } = fs.statfsSync(disk)
    expect(bavail * bsize).toBeGreaterThan(32 * MB)
    // Somebody makes room.
    spawnSync('mount', ['-o', 'remount,size=500m', disk])
    await expect.poll(() => said.acknowledged).toBeGreaterThan(before + 5)
    child.kill('SIGTERM')
    await ended
    expect(await count(dataDir)).toBeGreaterThanOrEqual(said.acknowledged)
  },
)

test.runIf(mounts)(
  'a disk that becomes full anyway ends the process with a clear line, and everything acknowledged is kept',
  async () => {
    expect(mount(250)).toBe(true)
    const dataDir = withNewDatabase(path.join(disk, 'data'))
    const filling = commit(dataDir, 'fill-blindly')
    await leave(filling, 4)
    const { said, ended, child } = filling
    const [code] = await ended
    expect([code, said.fault]).toEqual([1, expect.stringContaining('there is no space left on the disk')])
    expect(child.signalCode).toBe(null)
    spawnSync('mount', ['-o', 'remount,size=500m', disk])
    expect(await count(dataDir)).toBeGreaterThanOrEqual(said.acknowledged)
  },
)

test('a start with too little disk space says so and leaves nothing', async () => {
  const dataDir = path.join(home, 'never')
  await expect(openEmbedded(dataDir, { measureRoom: () => 20 * MB })).rejects.toThrow(
    'There is not enough disk space',
  )
  expect(fs.existsSync(dataDir)).toBe(false)
})

test.runIf(process.platform === 'linux')('a start with too little memory says so', () => {
  const child = path.join(import.meta.dirname, 'embedded.child.ts')
  const script = `ulimit -v 5000000; exec "${process.execPath}" "${child}" "${path.join(home, 'never')}" hold`
  const { status, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('There is too little memory for the embedded database'),
  ])
})

test.each(['stuck', 'silent'])(
  'the watchdog ends a process whose database is %s, after saying so',
  async (how) => {
    const { child, said, ended } = commit('watched', how)
    await ended
    expect(child.signalCode).toBe('SIGKILL')
    expect(said.fault).toContain('The embedded database has not answered for 2 seconds')
  },
)

test('the watchdog does not end a process that waits for its disk', async () => {
  const { child, said, ended } = commit('watched', 'syncing')
  await ended
  expect([child.exitCode, said.fault]).toEqual([0, ''])
})
