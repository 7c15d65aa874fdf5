import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startPostgres } from '../testing/postgres.ts'
import { troubleOf } from './away.ts'
import { type Database, openDatabase } from './client.ts'
import { openReplica, type Reader } from './replica.ts'

const logger = pino({ level: 'silent' })
const portOf = async (reader: Reader) =>
  (await reader.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port

test('long readings come from the standby, with everything that is committed, and from the database when it is away', async ({
  skip,
}) => {
  const postgres = await startPostgres()
  if (!postgres) return skip('no PostgreSQL on this machine')
  const url = await postgres.createDatabase()
  let database: Database | undefined
  try {
    const standby = await postgres.startStandby()
    database = await openDatabase({ databaseUrl: url, dataDir: '', logger })
    const replica = await openReplica(database, standby.of(url), logger)
    const [here, there] = [new URL(url), new URL(standby.of(url))].map(({ port }) => Number(port))

    await database.exec('create table deeds (n int)')
    for (let n = 1; n <= 20; n++) {
      await database.query('insert into deeds values ($1)', [n])
      const reader = await replica.reader()
      const { rows } = await reader.query('select max(n) as n, inet_server_port() as port from deeds')
      expect(rows).toEqual([{ n, port: there }])
    }
    // A standby may be behind: who takes it for the database is told that the database is away.
    const mistaken = await openDatabase({ databaseUrl: standby.of(url), dataDir: '', logger })
    const refusal = await mistaken.query('select 1').catch((error: unknown) => error)
    expect(troubleOf(refusal)).toBe('away')
    await mistaken.close()
    // It has this position in the log, but not of this database.
    const another = await openReplica(database, standby.of(await postgres.createDatabase()), logger)
    expect(await another.reader()).toBe(database)
    await another.close()

    const before = await replica.reader()
    await standby.stop()
    expect(await portOf(before)).toBe(here)
    expect(await portOf(await replica.reader())).toBe(here)
    await replica.close()

    // A server that follows nobody is no replica: it may be anything.
    const asked = performance.now()
    const other = await openReplica(database, url, logger)
    expect(await other.reader()).toBe(database)
    expect(performance.now() - asked).toBeLessThan(900)
    await other.close()
  } finally {
    await database?.close()
    await postgres.stop()
  }
})
