import { request } from 'node:http'
import type { LightMyRequestResponse as Response } from 'fastify'
import type { Person, TestApp } from '../../testing/app.ts'

/* A client of the tus protocol that can be as rude as a test needs. */

const protocol = { 'tus-resumable': '1.0.0' }
const chunk = { ...protocol, 'content-type': 'application/offset+octet-stream' }

const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export const begin = (
  app: TestApp,
  as: Person | null,
  size: number | string,
  metadata: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  app.call(as, 'POST', '/api/uploads', undefined, {
    headers: {
      ...protocol,
      'upload-length': String(size),
      'upload-metadata': encoded({ fileName: 'will.txt', title: 'The will', ...metadata }),
      ...headers,
    },
  })

/** Begins an upload that must be accepted: its address. */
export async function begun(...input: Parameters<typeof begin>): Promise<string> {
  const answer = await begin(...input)
  if (answer.statusCode !== 201) throw new Error(`Refused: ${answer.body}`)
  return String(answer.headers.location)
}

export const patch = (
  app: TestApp,
  as: Person | null,
  url: string,
  offset: number | string,
  payload: Buffer,
  headers: Record<string, string> = {},
): Promise<Response> =>
  app.call(as, 'PATCH', url, undefined, {
    payload,
    headers: { ...chunk, 'upload-offset': String(offset), ...headers },
  })

export const head = (app: TestApp, as: Person | null, url: string): Promise<Response> =>
  app.call(as, 'HEAD', url, undefined, { headers: protocol })

export const discard = (app: TestApp, as: Person | null, url: string): Promise<Response> =>
  app.call(as, 'DELETE', url, undefined, { headers: protocol })

/** Asks where to go on until the server says it, and a broken connection has been noticed. */
export async function offsetOf(app: TestApp, as: Person, url: string): Promise<number> {
  const answer = await head(app, as, url)
  if (answer.statusCode !== 200) throw new Error(`HEAD answered ${answer.statusCode}`)
  return Number(answer.headers['upload-offset'])
}

/**
 * Announces `whole` bytes over a real connection and sends `sent` of them. The connection stays open and silent;
 * `cut` breaks it.
 */
export async function sendSome(
  app: TestApp,
  { cookie }: Person,
  url: string,
  offset: number,
  sent: Buffer,
  whole: number,
): Promise<{ cut: () => void; ended: Promise<number> }> {
  const { port } = new URL(app.address)
  const headers = { ...chunk, cookie, 'upload-offset': String(offset), 'content-length': whole }
  const going = request({ host: '127.0.0.1', port, path: url, method: 'PATCH', headers })
  const ended = new Promise<number>((resolve) => {
    going.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    going.on('error', () => resolve(0))
  })
  await new Promise<void>((written) => going.write(sent, () => written()))
  return { cut: () => going.destroy(), ended }
}
