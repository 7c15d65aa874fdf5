import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'

export type Program = {
  process: ChildProcess
  /** Ends it with this signal (SIGTERM) and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/** Runs a program until it is ended, at the latest with this process; what it says is appended to the file `log`. */
export function startProgram(command: string, args: string[], log: string): Program {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text: Buffer) => appendFileSync(log, text))
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return {
    process: child,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await ended
    },
  }
}
