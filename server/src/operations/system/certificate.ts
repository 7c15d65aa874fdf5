import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { judgeCertificate, type Outcome } from './judge.ts'

/** Looks at the certificate that people's browsers get at `publicUrl`. */
export async function checkCertificate(publicUrl: string, now: Date, timeoutMs: number): Promise<Outcome> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const unreachable = (code: string) =>
    resolve({
      state: 'unknown',
      message: `${publicUrl} cannot be reached from this server (${code}), so its certificate cannot be checked here.`,
    })
  // A certificate that is not trusted has an end too: nothing is sent over this connection.
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  })
  socket.setTimeout(timeoutMs, () => unreachable('ETIMEDOUT'))
  socket.once('error', (error: NodeJS.ErrnoException) => unreachable(error.code ?? error.name))
  socket.once('secureConnect', () => {
    const { valid_to } = socket.getPeerCertificate()
    const fault = socket.authorized ? null : codeOf(socket.authorizationError)
    resolve(judgeCertificate(new Date(valid_to), now, fault))
  })
  return promise.finally(() => socket.destroy())
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
