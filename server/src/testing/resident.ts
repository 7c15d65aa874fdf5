import { readFileSync } from 'node:fs'

/** Memory of a process and of all that it started, in MiB (Linux). Shared memory counts for each: the code of Node is 60 MiB. */
export const residentMb = (pid: number | undefined): number =>
  pid === undefined ? 0 : childrenOf(pid).reduce((sum, child) => sum + residentMb(child), ownMb(pid))

/** Memory of a process, in MiB (Linux); none once it has ended. */
export const ownMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fileOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

/** The processes that a process has started and that have not ended (Linux). */
export const childrenOf = (pid: number): number[] =>
  fileOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** Reads a file about a process; nothing once it has ended. */
function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
