import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import env from '../../server/env.json' with { type: 'json' }
import flags from '../../server/flags.json' with { type: 'json' }
import { hostileFiles } from '../../server/src/platform/rendering/hostile-samples.ts'

/** Draws `count` hostile files of all kinds at once, each for another person, in a process of its own; returns its memory as text. */
export async function measureHostile(home: string, count: number): Promise<string> {
  const folder = join(home, 'hostile')
  mkdirSync(folder)
  for (const [n, { make }] of Object.values(hostileFiles).entries())
    writeFileSync(join(folder, String(n)), await make())
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, join(import.meta.dirname, 'draw.ts'), folder, String(count)],
    { env: { PATH: process.env.PATH, ...env } },
  )
  return stdout
}
