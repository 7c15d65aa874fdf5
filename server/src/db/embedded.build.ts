import fs from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pack } from './template.ts'

// A thread or a process of its own: makes a new database in the folder it is given, or, told so, packs it into one file.
const [folder, template] = isMainThread ? process.argv.slice(2) : [String(workerData)]
if (!folder) throw new Error('Which folder?')
// initdb would otherwise take what the machine allows. embedded.ts names its own size at every start.
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
