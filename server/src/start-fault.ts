import { troubleOf } from './db/away.ts'
import type { Config } from './platform/config.ts'
import { StartFault } from './platform/errors.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Reasons why PostgreSQL refuses at the door, by its code (appendix A of its manual). */
const refusals: Record<string, string> = {
  '28P01': 'refuses the password of DATABASE_URL',
  '28000': 'refuses the user of DATABASE_URL; see pg_hba.conf',
  '3D000': 'has no database of the name in DATABASE_URL: create it first',
}

/** Explains an error that ended the start to the operator: a StartFault in one sentence; every other error is returned as it is. */
export function startFault(error: unknown, config: Pick<Config, 'host' | 'port' | 'databaseUrl'>): unknown {
  if (!(error instanceof Error) || error instanceof StartFault) return error
  const said = listening(error, config) ?? connecting(error, config)
  return said === null ? error : new StartFault(said, { cause: error })
}

function listening(error: Error, { host, port }: Pick<Config, 'host' | 'port'>): string | null {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use: stop the program that has it, perhaps another Deedbox, or set PORT to another one.`
  const isListen = 'syscall' in error && error.syscall === 'listen'
  if (isListen && code === 'EACCES')
    return `Deedbox may not listen on port ${port}: set PORT to 1024 or more, and let a proxy have the port that people reach.`
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && 'hostname' in error && error.hostname === host))
    return `HOST ${host} is no address of this machine (${code}): set it to one that it has, or to 127.0.0.1.`
  return null
}

function connecting(error: Error, { databaseUrl }: Pick<Config, 'databaseUrl'>): string | null {
  if (!databaseUrl) return null
  const { host } = new URL(databaseUrl)
  const place = `PostgreSQL${host && ` at ${host}`}`
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause)
    if (refusals[code]) return `${place} ${refusals[code]} (${code}).`
    if (code === '25006')
      return `${place} is a standby, which takes no changes: DATABASE_URL must lead to the server that does.`
    if (troubleOf(cause) === 'full') return `${place} has no space left: free some, then start Deedbox again.`
    if (troubleOf(cause) === 'away')
      return `${place} does not answer (${code || 'no answer in time'}): check that it runs and can be reached from here, and DATABASE_URL.`
  }
  return null
}
