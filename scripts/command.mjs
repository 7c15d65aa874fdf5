// npm run migrate, and the other commands of a deployment: installs, builds, and runs that program of the built server.
import { build, install, node, run } from './lib.mjs'

const [name, ...options] = process.argv.slice(2)
await install()
await build()
process.exit(await run(node(), [`server/dist/${name}.js`, ...options]))
