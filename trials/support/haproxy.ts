import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from './process.ts'
import { until } from './server.ts'

export const haproxyPackages = { '/usr/sbin/haproxy': 'haproxy' }

/** Returns what docs/servers.md prints, with the addresses of this trial. */
const configuration = (port: number, ports: readonly number[]) => `
global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout http-request 20s
  timeout check 4s
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
frontend https
  bind 127.0.0.1:${port}
  # Without a healthy server Deedbox itself says what is wrong, with Retry-After.
  use_backend any if { nbsrv(deedbox) eq 0 }
  default_backend deedbox
backend deedbox
  balance leastconn
  # A request that may have changed something is never sent twice.
  http-request disable-l7-retry unless { method GET HEAD }
  option httpchk
  http-check send meth GET uri /api/health
  default-server check inter 1s fall 2 rise 2
${ports.map((one, n) => `  server deedbox${n + 1} 127.0.0.1:${one}`).join('\n')}
backend any
  balance leastconn
  http-request disable-l7-retry unless { method GET HEAD }
${ports.map((one, n) => `  server deedbox${n + 1} 127.0.0.1:${one}`).join('\n')}
`

/** Starts HAProxy in front of servers on these ports of loopback. */
export async function startHaproxy(folder: string, port: number, ports: readonly number[]) {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, ports))
  const { end } = startProgram('/usr/sbin/haproxy', ['-db', '-f', file], join(folder, 'haproxy.log'))
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/api/health`)).ok, 'HAProxy answers')
  return { url, stop: () => end('SIGKILL') }
}
