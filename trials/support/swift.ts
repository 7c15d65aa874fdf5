import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { type Program, startProgram } from './process.ts'
import { until } from './server.ts'

export const swiftPackages = {
  '/usr/bin/swift-proxy-server': 'swift-proxy',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
  '/usr/bin/memcached': 'memcached',
}

const region = 'ap-southeast-2'
const [user, secret] = ['deedbox:keeper', 'a-secret-of-the-trial']
const parts = ['account', 'container', 'object'] as const

export type Swift = {
  /** Makes a new bucket; returns its STORAGE_URL. */
  bucket(name: string): Promise<string>
  stop(): Promise<void>
}

/** Starts OpenStack Swift with its S3 interface, from Debian's packages: one copy of everything, on loopback, in `folder`. */
export async function startSwift(folder: string): Promise<Swift> {
  const home = join(folder, 'swift')
  mkdirSync(join(home, 'nodes', 'disk'), { recursive: true })
  const programs: Program[] = []
  const begin = (command: string, args: string[]) =>
    programs.push(startProgram(command, args, join(home, 'log')))
  const write = (name: string, text: string) => writeFileSync(join(home, name), text)
  const ring = (...args: string[]) => {
    const made = spawnSync('/usr/bin/swift-ring-builder', args, { cwd: home, encoding: 'utf8' })
    // 1: done, with a warning.
    if (made.status !== 0 && made.status !== 1)
      throw new Error(`swift-ring-builder: ${made.stdout}${made.stderr}`)
  }

  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_suffix = trial\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  for (const part of parts) {
    const port = await freePort()
    write(`${part}.conf`, storageConf(part, port, home))
    ring(`${part}.builder`, 'create', '4', '1', '1')
    ring(`${part}.builder`, 'add', `r1z1-127.0.0.1:${port}/disk`, '1')
    ring(`${part}.builder`, 'rebalance')
    begin(`/usr/bin/swift-${part}-server`, [join(home, `${part}.conf`)])
  }
  const cache = await freePort()
  begin('/usr/bin/memcached', ['-l', '127.0.0.1', '-p', `${cache}`, '-m', '32', '-u', userInfo().username])
  const port = await freePort()
  write('proxy.conf', proxyConf(port, cache, home))
  begin('/usr/bin/swift-proxy-server', [join(home, 'proxy.conf')])
  const endpoint = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${endpoint}/healthcheck`)).ok, 'Swift answers')

  return {
    async bucket(name) {
      let status = 0
      await until(async () => {
        const headers = { 'x-auth-user': user, 'x-auth-key': secret }
        const entry = await fetch(`${endpoint}/auth/v1.0`, { headers })
        const token = entry.headers.get('x-auth-token') ?? ''
        const made = await fetch(`${entry.headers.get('x-storage-url')}/${name}`, {
          method: 'PUT',
          headers: { 'x-auth-token': token },
        })
        status = made.status
        return made.ok
      }, `Swift makes a bucket (${status})`)
      const key = `${encodeURIComponent(user)}:${secret}`
      return `s3://${key}@${name}?endpoint=${encodeURIComponent(endpoint)}&region=${region}`
    },
    async stop() {
      await Promise.all(programs.map(({ end }) => end()))
    },
  }
}

const common = (port: number, home: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${home}
log_level = WARNING
`

const storageConf = (
  part: string,
  port: number,
  home: string,
) => `${common(port, home)}devices = ${home}/nodes
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`

const proxyConf = (port: number, cache: number, home: string) => `${common(port, home)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_${user.replace(':', '_')} = ${secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
