import type { WorkerOptions } from './messages.ts'

/** Options that the server gives a worker in its environment; other processes that import this have no bounds. */
const options: WorkerOptions = JSON.parse(process.env.RENDERING_WORKER ?? '{}')
export const { memoryMb, timeoutMs } = options

/** Bytes that this worker may take at once, besides those of the PDF engine. */
export const atOnceBytes = (options.atOnceMb ?? Number.POSITIVE_INFINITY) * 1_048_576

/** Before so many bytes are needed at once. @throws RangeError when this worker may not take them */
export function takeAtOnce(bytes: number): void {
  if (bytes > atOnceBytes) throw new RangeError('memory limit of the worker')
}
