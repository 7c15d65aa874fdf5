import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

// A thread of its own for embedded.ts: lays a new database down in the folder it is given. The second engine that
// this takes, some 500 MB, goes with the thread.
const pglite = await PGlite.create(String(workerData))
await pglite.close()
