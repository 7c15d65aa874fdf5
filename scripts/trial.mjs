// npm run trial -- NAME [options]: one of the long checks on real software (trials/README.md).
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, home, install } from './lib.mjs'
import { record } from './record.mjs'

const [name = '', ...options] = process.argv.slice(2)
const main = (folder) => join('trials', folder, 'main.ts')
const isTrial = (folder) => existsSync(join(home, main(folder)))
if (!/^[a-z-]+$/.test(name) || !isTrial(name)) {
  const names = readdirSync(join(home, 'trials')).filter(isTrial)
  process.stderr.write(`npm run trial -- NAME, where NAME is one of: ${names.join(', ')}\n`)
  process.exit(1)
}
await install()
await build()
process.exit(await record('trials', name, main(name), options))
