import { totalmem } from 'node:os'

/** Returns the bytes of memory that this process may use: those of its container where it has a limit, else of the machine. */
export function machineMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
