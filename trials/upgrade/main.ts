import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { home } from '../support/server.ts'

/* npm run trial -- upgrade: starts today's server on the data folder of every earlier state of the migrations (server/releases). */
const { status } = spawnSync(
  process.execPath,
  [join(home, 'node_modules/.bin/vitest'), 'run', '--project=long', 'server/src/testing/releases.test.ts'],
  { cwd: home, stdio: 'inherit', env: { ...process.env, RELEASES: 'all' } },
)
process.exitCode = status ?? 1
