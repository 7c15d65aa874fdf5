import { Refusal, StartFault } from './errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Returns what a command of the terminal says of an error that ended it: plain words for what its administrator can mend, otherwise with
 * the stack for whoever looks into it.
 */
export function terminalFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack } = error
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof StartFault || error instanceof Refusal || code.startsWith('ERR_PARSE_ARGS'))
    return message
  if (FULL.has(code)) return `There is no space left on a disk or in a store: ${message}`
  const away = /^E[A-Z]+$/.test(code) || '$metadata' in error || error.name === 'TimeoutError'
  return away ? `A disk, a store or the network does not answer as it should: ${message}` : (stack ?? message)
}
