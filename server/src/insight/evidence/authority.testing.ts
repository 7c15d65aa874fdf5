import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const openssl = (folder: string, ...words: string[]) =>
  promisify(execFile)('openssl', words, { cwd: folder })

const config = `[tsa]
default_tsa = one
[one]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
`

/** Starts a time-stamping authority on loopback with a certificate authority of its own; OpenSSL answers. `ca.pem` lies in the folder. */
export async function startAuthority(folder: string) {
  await mkdir(folder, { recursive: true })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const run = (...words: string[]) => openssl(folder, ...words)
  await writeFile(join(folder, 'tsa.cnf'), config)
  await writeFile(join(folder, 'serial'), '01\n')
  await writeFile(join(folder, 'ext.cnf'), 'extendedKeyUsage = critical,timeStamping\n')
  await run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Root', '-days', '2')
  await run('req', '-new', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Stamps')
  await run(
    ...['x509', '-req', '-in', 'tsa.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-extfile', 'ext.cnf', '-out', 'tsa.pem', '-days', '2'],
  )
  const authority = {
    url: '',
    /** Changes the next answers. */
    answer: (reply: Buffer): Buffer | null => reply,
    server: createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      await writeFile(join(folder, 'query.tsq'), Buffer.concat(chunks))
      await run('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr')
      const reply = authority.answer(await readFile(join(folder, 'reply.tsr')))
      response.writeHead(reply ? 200 : 503, { 'content-type': 'application/timestamp-reply' })
      response.end(reply)
    }),
  }
  await once(authority.server.listen(0, '127.0.0.1'), 'listening')
  authority.url = `http://127.0.0.1:${(authority.server.address() as AddressInfo).port}/stamps`
  return authority
}
