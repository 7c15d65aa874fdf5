import { openEmbedded } from './embedded.ts'

// A process of its own for embedded.test.ts: opens the folder, then commits one row after the other until killed and
// prints the number of each once its commit is acknowledged; or only holds the folder open.
const [dataDir = '', mode] = process.argv.slice(2)

try {
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
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
