import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { until } from '../support/server.ts'

/** A Debian in a folder, running in namespaces of its own, with no network but its own loopback. */
export type Machine = {
  /** Runs a shell command in it, as root; what it printed. Throws if it fails. */
  run(command: string): string
  /** Runs a program of the real machine in its network; what it printed. Throws if it fails. */
  reach(...command: string[]): string
  stop(): Promise<void>
}

function output(command: string[]): string {
  const [program = '', ...args] = command
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
  const done = spawnSync(program, args, { encoding: 'utf8', env, timeout: 300_000 })
  if (done.status !== 0)
    throw new Error(`${command.join(' ')} ended with ${done.status}:\n${done.stdout}${done.stderr}`)
  return `${done.stdout}${done.stderr}`
}

/** Finds the process that became the first one of the new namespaces. */
function leaderOf(child: ChildProcess): string | undefined {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  // The process is still a part of systemd-nspawn before it becomes one of these.
  const firsts = ['systemd', '(sd-stubinit)', 'sleep']
  const name = (pid: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  return children.split(' ').find((pid) => pid && firsts.includes(name(pid)))
}

/** Starts the Debian in `root`: with its systemd, or without any service. */
export async function startMachine(root: string, { systemd }: { systemd: boolean }): Promise<Machine> {
  const own = ['-D', root, '--private-network', '--register=no', '--keep-unit', '--quiet']
  const first = systemd ? ['--boot'] : ['--as-pid2', '/bin/sleep', 'infinity']
  const child = spawn('systemd-nspawn', [...own, ...first], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let leader = ''
  await until(() => {
    if (child.exitCode !== null) return true
    leader = leaderOf(child) ?? ''
    return leader !== ''
  }, 'the machine has started')
  if (!leader) throw new Error(`systemd-nspawn ended with ${child.exitCode}`)
  const enter = ['nsenter', '-t', leader, '-m', '-u', '-i', '-n', '-p', '--', '/bin/sh', '-ec']
  if (systemd)
    await until(
      () =>
        /running|degraded/.test(
          spawnSync('nsenter', [...enter.slice(1), 'systemctl is-system-running'], { encoding: 'utf8' })
            .stdout,
        ),
      'systemd is up',
    )
  return {
    run: (command) => output([...enter, `cd /; ${command}`]),
    reach: (...command) => output(['nsenter', '-t', leader, '-n', '--', ...command]),
    async stop() {
      // SIGTERM means to nspawn an orderly shutdown of what it booted.
      child.kill(systemd ? 'SIGTERM' : 'SIGKILL')
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000))])
      child.kill('SIGKILL')
      await ended
      process.off('exit', end)
    },
  }
}
