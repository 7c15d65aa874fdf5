import fs from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pack } from './template.ts'

// Runs in its own thread or process: creates a new database in the given folder and, with a second argument, packs it into one file.
const [folder, template] = isMainThread ? process.argv.slice(2) : [String(workerData)]
if (!folder) throw new Error('Which folder?')
// initdb would otherwise choose by the machine's memory. embedded.ts sets its own size at every start.
const small = ['-c', 'shared_buffers=2MB']
fs.rmSync(folder, { recursive: true, force: true })
const pglite = await PGlite.create({
  dataDir: folder,
  initDbStartParams: small,
  startParams: [...PGlite.defaultStartParams, ...small],
})
await pglite.close()
if (template) {
  pack(folder, template)
  fs.rmSync(folder, { recursive: true, force: true })
}
