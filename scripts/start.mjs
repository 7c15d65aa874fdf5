// npm start, npm run demo, npm run dev: installs, builds, migrates and serves.
import { build, install, node, run, serverEnv, serverFlags } from './lib.mjs'

const options = process.argv.slice(2)
const [mode] = options

await install()
if (mode === '--dev') {
  const { dev } = await import('./dev.mjs')
  await dev(options.slice(1))
} else {
  await build()
  const entry = mode === '--demo' ? 'server/dist/demo.js' : 'server/dist/main.js'
  process.exit(await run(node(), [...serverFlags(), entry, ...options], { env: serverEnv() }))
}
