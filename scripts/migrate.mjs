// npm run migrate: installs, builds, and migrates a PostgreSQL database as its owner.
import { build, install, node, run } from './lib.mjs'

await install()
await build()
process.exit(await run(node(), ['server/dist/migrate.js']))
