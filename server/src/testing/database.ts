import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance URL of the suite's PostgreSQL; empty on PGlite. */
    postgresUrl: string
  }
}

/** The URL of a fresh PostgreSQL database, or undefined when the suite runs on PGlite. */
export async function testDatabaseUrl(): Promise<string | undefined> {
  const url = inject('postgresUrl')
  if (!url) return undefined
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
