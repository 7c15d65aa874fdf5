import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { patience } from './patience.ts'

export type ReceivedPush = { to: string; text: string; ttl: string | undefined; sub: string; key: string }

/** Starts a push service on loopback, with browsers of its own that open what they get. It checks the token as RFC 8292 asks. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const browsers = new Map<string, ReturnType<typeof newBrowser>>()
  const waiting = new Set<() => void>()
  let refusal: number | null = null
  let origin = ''

  function newBrowser() {
    const pair = createECDH('prime256v1')
    const p256dh = pair.generateKeys().toString('base64url')
    const auth = randomBytes(16)
    /** Opens a message with the browser's own keys (RFC 8291, 8188). */
    const open = (body: Buffer) => {
      const [salt, size] = [body.subarray(0, 16), body.readUInt8(20)]
      const theirs = body.subarray(21, 21 + size)
      const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, with_, info, length))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
      const secret = derive(pair.computeSecret(theirs), auth, info, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const sealed = body.subarray(21 + size)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      if (plain.at(-1) !== 2) throw new Error('The record is not the last one')
      return plain.subarray(0, -1).toString()
    }
    return { keys: { p256dh, auth: auth.toString('base64url') }, open }
  }

  /** Verifies the token with the key that comes with it. */
  async function verify(authorization = '') {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? []
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, verifier, { audience: origin })
    if ((payload.exp ?? Infinity) > Date.now() / 1_000 + 86_400) throw new Error('The token is good too long')
    return { sub: String(payload.sub), key }
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const to = request.url?.slice(1) ?? ''
    const browser = browsers.get(to)
    if (refusal) return response.writeHead(refusal).end()
    if (!browser) return response.writeHead(410).end()
    try {
      const from = await verify(request.headers.authorization)
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('Another encryption')
      const text = browser.open(Buffer.concat(parts))
      received.push({ to, text, ttl: String(request.headers.ttl), ...from })
      response.writeHead(201).end()
    } catch {
      response.writeHead(403).end()
    }
    for (const look of waiting) look()
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    /** The setting that allows notices to go here, although it is loopback. */
    env: { PUSH_SERVICES: origin },
    origin,
    received,
    /** Makes a browser, as what it gives to a page that subscribes. */
    browser(name: string = randomBytes(8).toString('hex')) {
      const made = newBrowser()
      browsers.set(name, made)
      return { endpoint: `${origin}/${name}`, keys: made.keys }
    },
    /** Returns what the first message to a browser says; waits for it. */
    async next({ endpoint }: { endpoint: string }): Promise<{ title: string; body: string; path: string }> {
      const arrived = Promise.withResolvers<void>()
      const find = () => received.find(({ to }) => endpoint.endsWith(`/${to}`))
      const look = () => find() && arrived.resolve()
      const timer = setTimeout(() => arrived.reject(new Error('No notice came')), patience.wait)
      waiting.add(look)
      look()
      await arrived.promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(look)
      })
      return JSON.parse(find()?.text ?? '')
    },
    /** Forgets a browser, as after its person has taken the permission back. */
    forget: ({ endpoint }: { endpoint: string }) => browsers.delete(endpoint.split('/').at(-1) ?? ''),
    /** Answers everything with this status from now on; null accepts again. */
    refuse(status: number | null) {
      refusal = status
    },
    async stop() {
      const stopped = Promise.withResolvers<void>()
      server.close(() => stopped.resolve())
      server.closeAllConnections()
      await stopped.promise
    },
  }
}
