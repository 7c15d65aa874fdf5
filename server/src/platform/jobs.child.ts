import { pino } from 'pino'
import { openDatabase } from '../db/client.ts'
import { openJobs } from './jobs.ts'

// A process for jobs.test.ts to kill: it commits a job that it will not run, and runs one that never ends.
const [dataDir = '', databaseUrl] = process.argv.slice(2)

const logger = pino({ level: 'silent' })
const database = await openDatabase({ databaseUrl, dataDir, logger })
const jobs = await openJobs({ database, logger })
jobs.define('endless', async () => {
  await database.transaction((tx) =>
    jobs.send(tx, 'committed', { n: 1 }, { startAfter: new Date(Date.now() + 500) }),
  )
  process.stdout.write('running\n')
  await new Promise(() => undefined)
})
jobs.define('committed', async () => undefined)
await jobs.start()
await database.transaction((tx) => jobs.send(tx, 'endless', {}))
