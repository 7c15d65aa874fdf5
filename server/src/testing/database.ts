import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance URL of the suite's PostgreSQL; empty on PGlite. */
    postgresUrl: string
    /** A migrated data folder to copy; empty on PostgreSQL. */
    templateDir: string
  }
}

/** A separate database for `dataDir`: the URL of a fresh PostgreSQL one, or undefined for a migrated PGlite in there. */
export async function testDatabase(dataDir: string): Promise<string | undefined> {
  const url = inject('postgresUrl')
  if (!url) {
    await cp(inject('templateDir'), dataDir, { recursive: true })
    return undefined
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
