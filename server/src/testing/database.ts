import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance URL of the suite's PostgreSQL; empty on PGlite. */
    postgresUrl: string
    /** The database to copy: its URL, or on PGlite its folder. */
    template: string
    /** A new embedded database without a table: its folder. Only for tests without HTTP. */
    newDatabase: string
  }
}

/** Puts a new embedded database into `dataDir`, as its first start would build it. Returns `dataDir`. */
export function withNewDatabase(dataDir: string): string {
  cpSync(inject('newDatabase'), join(dataDir, 'database'), { recursive: true })
  return dataDir
}

/** A separate new database for `dataDir`: the URL of a PostgreSQL one, or undefined for a PGlite in there. */
export async function testDatabase(dataDir: string): Promise<string | undefined> {
  const template = inject('template')
  if (inject('postgresUrl')) return createDatabase(template)
  cpSync(template, join(dataDir, 'database'), { recursive: true })
  return undefined
}
