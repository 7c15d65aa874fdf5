import { readFileSync } from 'node:fs'

/** Resident memory of a process and of all that it started, in MiB (Linux). What they share counts for each. */
export function residentMb(pid: number | undefined): number {
  if (pid === undefined) return 0
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    return childrenOf(pid).reduce((sum, child) => sum + residentMb(child), own)
  } catch (error) {
    // A child may end meanwhile.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0
    throw error
  }
}

/** The processes that a process has started and that have not ended (Linux). */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
