// npm run bench: measures Deedbox against the plain limit of this machine, in one run.
import { build, install, node, run } from './lib.mjs'

await install()
await build()
process.exit(await run(node(), ['bench/main.ts', ...process.argv.slice(2)]))
