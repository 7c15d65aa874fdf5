// npm run bench: measures Deedbox against the plain limit of this machine, in one run.
import { build, install } from './lib.mjs'
import { record } from './record.mjs'

await install()
await build()
process.exit(await record('bench', 'bench', 'bench/main.ts', process.argv.slice(2)))
