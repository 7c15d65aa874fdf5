import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs the Debian packages whose program is missing, as root on a machine with apt.
 * @param programs the package of each program, by the path of the program
 * @throws if a program is still missing
 */
export function needPackages(programs: Record<string, string>): void {
  const missing = () => Object.keys(programs).filter((path) => !existsSync(path))
  const wanted = [...new Set(missing().map((path) => programs[path] ?? ''))]
  if (wanted.length > 0 && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const options = { env, stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] }
    process.stdout.write(`Installing ${wanted.join(', ')} from Debian's packages.\n`)
    spawnSync('apt-get', ['update', '-q'], options)
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wanted], options)
  }
  if (missing().length > 0) throw new Error(`These programs are needed: ${missing().join(', ')}`)
}
