import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientAddress, name, serverAddress } from './client.ts'

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: 'pipe', encoding: 'utf8' })

/**
 * Prepares the network within network and mount namespaces of our own: two addresses, and an /etc and folders of the proxies in which
 * nothing is changed for the real machine. So the printed examples run with their own ports, names and paths.
 */
export function prepareNetwork(folder: string): void {
  run('ip', 'link', 'set', 'lo', 'up')
  for (const address of [serverAddress, clientAddress]) run('ip', 'addr', 'add', `${address}/32`, 'dev', 'lo')
  run('mount', '--make-rprivate', '/')
  const layers = join(folder, 'etc')
  mkdirSync(layers)
  run('mount', '-t', 'tmpfs', 'tmpfs', layers)
  for (const one of ['upper', 'work']) mkdirSync(join(layers, one))
  const places = `lowerdir=/etc,upperdir=${layers}/upper,workdir=${layers}/work`
  run('mount', '-t', 'overlay', 'overlay', '-o', places, '/etc')
  for (const place of ['/run', '/var/lib/nginx', '/var/log/nginx'])
    run('mount', '-t', 'tmpfs', 'tmpfs', place)
  // A disk of its own, which may be filled.
  mkdirSync(join(folder, 'data'))
  run('mount', '-t', 'tmpfs', '-o', 'size=1g,mode=0700', 'tmpfs', join(folder, 'data'))
  appendFileSync('/etc/hosts', `\n${serverAddress} ${name}\n`)
}

/** Makes a throw-away CA and a certificate of it, where the examples expect it. Returns the CA's certificate. */
export function makeCertificate(): string {
  const place = '/etc/ssl/deedbox'
  mkdirSync(place, { recursive: true })
  const at = (file: string) => join(place, file)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  run(
    'openssl',
    'req',
    '-x509',
    ...key,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-subj',
    '/CN=Throw-away',
  )
  const leaf = [
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=DNS:${name}`,
    '-addext',
    'basicConstraints=CA:FALSE',
  ]
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key')]
  run(
    'openssl',
    'req',
    '-x509',
    ...key,
    ...signed,
    '-keyout',
    at('privkey.pem'),
    '-out',
    at('leaf.pem'),
    ...leaf,
  )
  const read = (file: string) => readFileSync(at(file), 'utf8')
  writeFileSync(at('fullchain.pem'), read('leaf.pem') + read('ca.pem'))
  writeFileSync(at('deedbox.pem'), read('fullchain.pem') + read('privkey.pem'))
  return read('ca.pem')
}
