import type { WorkerOptions } from './messages.ts'

/** What the server tells this process on its command line: the memory that it may take, and milliseconds for a task. */
const options: WorkerOptions = JSON.parse(process.argv[2] ?? '{}')
export const { memoryMb, timeoutMs } = options

/** Bytes that this worker may take at once, besides those of the PDF engine. */
export const atOnceBytes = (options.atOnceMb ?? Number.POSITIVE_INFINITY) * 1_048_576

/** Before so many bytes are needed at once. @throws RangeError when this worker may not take them */
export function takeAtOnce(bytes: number): void {
  if (bytes > atOnceBytes) throw new RangeError('memory limit of the worker')
}
