import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Program = {
  path: string
  args: string[]
  /** Input that it reads, if any. */
  input?: Buffer
  timeoutMs: number
  maxOutput: number
  env?: Record<string, string>
  cwd?: string
  signal?: AbortSignal | undefined
}

/** More memory than it needs for a page, less than harms the machine; in KiB, of address space. */
const memoryKib = 4 * 1024 * 1024

let isolation: Promise<string[]> | undefined

/** Returns the words that start a program without a network, where the system allows that. */
async function withoutNetwork(): Promise<string[]> {
  const args = ['--user', '--map-current-user', '--net', '--']
  const child = spawn('unshare', [...args, 'true'], { stdio: 'ignore' })
  const [code] = await once(child, 'exit').catch(() => [1])
  return code === 0 ? ['unshare', ...args] : []
}

/** Tells whether programs run without a network. It asks the system anew, and the answer holds for the programs that follow. */
export async function isIsolated(): Promise<boolean> {
  isolation = withoutNetwork()
  return (await isolation).length > 0
}

/**
 * Runs a program of the machine, in a group of its own, with no environment but what is given. It is killed with all that it
 * started when its time is over, when it writes too much, or when nobody waits for it.
 *
 * @throws Error if it fails in any way
 */
export async function runProgram(program: Program): Promise<Buffer> {
  const { path, args, input, timeoutMs, maxOutput, env = {}, cwd, signal } = program
  // Keeps to the PATH in which `unshare` was found.
  const { PATH = '/usr/local/bin:/usr/bin:/bin' } = process.env
  isolation ??= withoutNetwork()
  const command = [...(await isolation), path, ...args]
  const script = `ulimit -v ${memoryKib} 2>/dev/null; exec "$@"`
  signal?.throwIfAborted()
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH, LANG: 'C.UTF-8', ...env },
    cwd,
  })
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const timer = setTimeout(kill, timeoutMs)
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const chunks: Buffer[] = []
    let length = 0
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxOutput) kill()
      else chunks.push(chunk)
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [code, killed] = await once(child, 'close')
    if (code !== 0) throw new Error(`${path} ended with ${killed ?? code}`)
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
    // Ends processes that it may have started and left.
    kill()
  }
}
