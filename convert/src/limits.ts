import { ConvertError } from './error.ts'

/** Limits that the caller sets for one file. Limits of the formats themselves stand where each is read. */
export type Limits = {
  /** Bytes that reading it may take at once, by an estimate from its size; no limit if absent. */
  memory?: number | undefined
  /** Time of `performance.now()` at which it is given up; none if absent. */
  deadline?: number | undefined
}

/** Checks the limit of memory before about `bytes` are needed at once. @throws ConvertError memory */
export function checkMemory({ memory = Number.POSITIVE_INFINITY }: Limits, bytes: number): void {
  if (bytes > memory) throw new ConvertError('memory')
}

/** @throws ConvertError timeout */
export function checkTime({ deadline = Number.POSITIVE_INFINITY }: Limits): void {
  if (performance.now() > deadline) throw new ConvertError('timeout')
}
