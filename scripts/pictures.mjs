// npm run pictures: takes the pictures of the public pages from the demonstration.
import { build, install, node, run } from './lib.mjs'

await install()
await build()
process.exit(await run(node(), ['e2e/pictures.ts', ...process.argv.slice(2)]))
