import { createReadStream } from 'node:fs'
import { linesOf } from '../../server/src/platform/lines.ts'

/** A system call as strace wrote it down. */
export type Call = {
  name: string
  /** Text between its brackets. */
  args: string
  /** Result that it returned; -1 for an error. */
  result: number
  /** Seconds since 1970. */
  begunAt: number
}
/** A call is told twice: when it begins, and when it has ended; other threads' calls may come between. */
export type Told = { call: Call; has: 'begun' | 'ended' }

/** The calls that change files or names, or make them last. */
const CALLS = [
  ...['open', 'openat', 'creat', 'close', 'dup', 'dup2', 'dup3', 'lseek'],
  ...['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'truncate', 'ftruncate', 'fallocate'],
  ...['copy_file_range', 'sendfile', 'fsync', 'fdatasync', 'sync_file_range', 'mkdir', 'mkdirat', 'rmdir'],
  ...['link', 'linkat', 'unlink', 'unlinkat', 'rename', 'renameat', 'renameat2', 'symlink', 'symlinkat'],
]
/** Returns the command line that runs a program and writes down these calls in `file`, with all that was written, in hexadecimal. */
export const straceArgs = (file: string): string[] => [
  ...['-f', '--seccomp-bpf', '-qq', '-ttt', '-xx', '-s', '100000000'],
  ...['-e', `trace=${CALLS.join()}`, '-e', 'signal=none', '-o', file],
]

const UNFINISHED = ' <unfinished ...>'
const LINE = /^(\d+) +(\d+\.\d+) (.*)$/s
const WHOLE = /^(\w+)\((.*)\) += (-?\d+|\?)[^)]*$/s

/** Reads what strace wrote. */
export async function* readTrace(file: string): AsyncGenerator<Told> {
  const running = new Map<string, { text: string; call: Call }>()
  for await (const line of linesOf(createReadStream(file, { highWaterMark: 4 * 1024 * 1024 }))) {
    const [, thread = '', at = '', text = ''] = LINE.exec(line) ?? []
    if (text.endsWith(UNFINISHED)) {
      const begun = text.slice(0, -UNFINISHED.length)
      const [, name = '', args = ''] = /^(\w+)\((.*)$/s.exec(begun) ?? []
      const call: Call = { name, args, result: 0, begunAt: Number(at) }
      running.set(thread, { text: begun, call })
      yield { call, has: 'begun' }
      continue
    }
    const [resumed] = /^<\.\.\. \w+ resumed>/.exec(text) ?? []
    const unfinished = resumed === undefined ? undefined : running.get(thread)
    const [, name, args = '', result] =
      WHOLE.exec(unfinished ? unfinished.text + text.slice(resumed?.length) : text) ?? []
    // A thread that came to its end.
    if (name === undefined || result === '?') continue
    const call = unfinished?.call ?? { name, args, result: 0, begunAt: Number(at) }
    running.delete(thread)
    if (!unfinished) yield { call, has: 'begun' }
    Object.assign(call, { args, result: Number(result) })
    yield { call, has: 'ended' }
  }
}

const TEXT = /"((?:\\x[0-9a-f]{2})*)"/g
/** Returns what stands between quotation marks among the arguments. */
export const textsOf = (args: string): Buffer[] =>
  [...args.matchAll(TEXT)].map(([, hex = '']) => Buffer.from(hex.replaceAll('\\x', ''), 'hex'))

/** Returns the arguments without what stands between quotation marks. */
export const plainArgs = (args: string): string[] =>
  args
    .replace(TEXT, '""')
    .replace(/\[.*\]/s, '[]')
    .split(',')
    .map((one) => one.trim())
