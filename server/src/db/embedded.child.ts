import { pino } from 'pino'
import { troubleOf } from './away.ts'
import { onDriver } from './client.ts'
import { openEmbedded } from './embedded.ts'
import { openPglite } from './pglite.ts'
import { startWatchdog } from './watchdog.ts'

// A separate process for embedded.test.ts and room.test.ts: opens the folder, then commits one row after the other until
// killed and prints the number of each once its commit is acknowledged; or only holds the folder open. `fill` writes large
// rows as the server does and prints what is refused; `fill-blindly` believes that there is always room.
const [dataDir = '', mode] = process.argv.slice(2)

async function fill(blindly: boolean) {
  const measureRoom = blindly ? () => Number.MAX_SAFE_INTEGER : undefined
  const driver = await openPglite(dataDir, { guard: true, measureRoom })
  const database = onDriver(driver, pino({ level: 'silent' }))
  process.stdout.write('open\n')
  await database.exec(
    'create table acknowledged (n serial primary key, text text default repeat(md5(random()::text), 3000))',
  )
  // The log alone grows with `fill-blindly`, not the table: a full log is what the database does not survive.
  await database.exec(
    'create table scratch (text text); insert into scratch select repeat(md5(random()::text), 60)',
  )
  for (let n = 1; ; ) {
    try {
      await database.query('insert into acknowledged (text) values (default)')
      process.stdout.write(`${n++}\n`)
      while (blindly && n > 20) await database.exec('update scratch set text = reverse(text)')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : error
      process.stdout.write(`refused ${code} ${troubleOf(error)}\n`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Keeps a process busy for ever, in a long sync of the disk, or waiting for a database that does not answer. */
function watched(what: string | undefined) {
  const watchdog = startWatchdog(what === 'silent' ? () => new Promise(() => {}) : async () => undefined, 2)
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  if (what === 'stuck') for (;;) Math.random()
  if (what === 'syncing') watchdog.excuse(() => Atomics.wait(nothing, 0, 0, 5_000))
  else setTimeout(() => undefined, 30_000)
  if (what === 'syncing') process.stdout.write('done\n')
}

try {
  if (dataDir === 'watched') watched(mode)
  else if (mode?.startsWith('fill')) await fill(mode === 'fill-blindly')
  else await hold()
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function hold() {
  const { pglite } = await openEmbedded(dataDir)
  process.stdout.write('open\n')
  if (mode === 'commit') {
    await pglite.exec('create table if not exists acknowledged (n int primary key)')
    const last = await pglite.query<{ n: number }>('select coalesce(max(n), 0) as n from acknowledged')
    for (let n = (last.rows[0]?.n ?? 0) + 1; ; n++) {
      await pglite.query('insert into acknowledged values ($1)', [n])
      process.stdout.write(`${n}\n`)
    }
  } else {
    process.stdin.resume().on('end', () => process.exit(0))
  }
}
