import { readFileSync, statSync } from 'node:fs'
import { StartFault } from './errors.ts'

export type Env = Record<string, string | undefined>

const MAX_BYTES = 65_536

/**
 * Reads `NAME_FILE=/path` as `NAME=<content of that file>`, as Docker and systemd hand over secrets. It does so for these names only:
 * `SSL_CERT_FILE` and the like mean something else.
 *
 * @throws StartFault if a file cannot be read or is empty, or both variables are set
 */
export function withFiles(env: Env, names: readonly string[]): Env {
  const result = { ...env }
  for (const name of names) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new StartFault(`${name} and ${name}_FILE are both set: set one of them`)
    result[name] = read(`${name}_FILE`, file)
    delete result[`${name}_FILE`]
  }
  return result
}

function read(name: string, file: string): string {
  let content = ''
  try {
    if (statSync(file).size > MAX_BYTES) throw new Error(`${file} is longer than ${MAX_BYTES} bytes`)
    content = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new StartFault(`${name} cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
  if (!content) throw new StartFault(`${name} names an empty file: ${file}`)
  return content
}
