import { workerData } from 'node:worker_threads'
import type { WorkerOptions } from './messages.ts'

const { atOnceMb = Number.POSITIVE_INFINITY } = (workerData ?? {}) as Partial<WorkerOptions>

/** Bytes that this worker may take at once, besides those of the PDF engine. */
export const atOnceBytes = atOnceMb * 1_048_576

/** Before so many bytes are needed at once. @throws RangeError when this worker may not take them */
export function takeAtOnce(bytes: number): void {
  if (bytes > atOnceBytes) throw new RangeError('memory limit of the worker')
}
