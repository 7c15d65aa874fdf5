import { join } from 'node:path'

/** The migrations, from the sources and from the bundle alike: each is one folder below the server's. */
export const migrations: string = join(import.meta.dirname, '..', 'drizzle')
