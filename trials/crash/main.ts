import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { createChecks } from '../support/checks.ts'
import { acts } from './acts.ts'
import { commandNames } from './commands.ts'
import type { Combination } from './deedbox.ts'
import { tryActs } from './try-acts.ts'
import { tryCommands } from './try-commands.ts'

/*
 * npm run trial -- crash [--hits 20] [--on pglite,postgres] [--store folder,s3] [--acts upload,share,…,backup,restore-copy,import]
 *   [--lanes 2] [--only 'commit \(3\)|mail']
 * Ends the server at every step of what people do, and the commands at every step of theirs, so many times each, and lets the store fail at
 * every step; with `--only` at the steps whose names fit. Afterwards nothing that was acknowledged may be missing, nothing half done may be
 * seen, every promised mail is sent, no file without a record stays, and a command that is given again finishes.
 */
const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '20' },
    on: { type: 'string', default: 'pglite,postgres' },
    store: { type: 'string', default: 'folder,s3' },
    acts: { type: 'string', default: [...acts.map(({ name }) => name), ...commandNames].join() },
    lanes: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
// A process that is killed loses nothing that it has written, so no disk is needed; one would take most of the time.
if (existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm'
const wanted = values.acts.split(',')
const { check, finish } = createChecks()
const way = { check, hits: Number(values.hits), lanes: Number(values.lanes), only: new RegExp(values.only) }
const databases = values.on.split(',') as Combination['database'][]
const stores = values.store.split(',') as Combination['store'][]
const postgres = databases.includes('postgres') ? await startPostgres() : null
try {
  for (const database of databases) {
    if (database === 'postgres' && !postgres) {
      process.stdout.write('No PostgreSQL on this machine: that half is left out.\n')
      continue
    }
    for (const store of stores) {
      const chosen = acts.filter(({ name }) => wanted.includes(name))
      if (chosen.length > 0) await tryActs(way, { database, store }, postgres, chosen)
      if (commandNames.some((name) => wanted.includes(name)))
        await tryCommands(way, { database, store }, postgres, wanted)
    }
  }
} finally {
  await postgres?.stop()
}
finish()
