import { lookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { canonicalAddress } from './address.ts'

/** Reason why an address was not read, in words for whoever entered it. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
}

/** Reach of a request. `anywhere`: the operator chose the address. `loopback`: this machine too, also without TLS. */
export type Reach = { anywhere: boolean; loopback: boolean; networks: readonly string[] }

type Ask = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  timeoutMs: number
  maxBytes: number
}

/**
 * Reads an address that a person entered, without letting them reach this machine or its network by it (SSRF): HTTPS only,
 * public addresses only, checked where the connection is made, so that a name cannot change in between; no redirects, a
 * time and a size that end.
 * @throws OutsideError
 */
export async function readOutside(
  address: string,
  reach: Reach,
  ask: Ask,
): Promise<{ status: number; text: string }> {
  const { status, bytes } = await readOutsideBytes(address, reach, ask)
  return { status, text: bytes.toString('utf8') }
}

/** Does the same for an answer that is no text. @throws OutsideError */
export async function readOutsideBytes(
  address: string,
  reach: Reach,
  ask: Ask,
): Promise<{ status: number; bytes: Buffer }> {
  if (!URL.canParse(address)) throw new OutsideError(`“${address}” is not an address.`)
  const url = new URL(address)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const here = reach.loopback && isHere(host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (here || reach.anywhere)))
    throw new OutsideError(`${url.origin} does not begin with https://.`)
  if (isIP(host) && !mayReach(host, reach)) throw new OutsideError(privateAddress(host))
  const send = url.protocol === 'https:' ? secure : plain
  const signal = AbortSignal.timeout(ask.timeoutMs)
  try {
    const request = send(url, {
      method: ask.method ?? 'GET',
      headers: { accept: 'application/json', ...ask.headers },
      lookup: lookupWithin(reach),
      agent: false,
      signal,
    })
    request.end(ask.body)
    const response = await answerOf(request)
    const { statusCode: status = 0 } = response
    if (status >= 300 && status < 400) throw new OutsideError(`${url.origin} sends us on to another address.`)
    return { status, bytes: await bytesOf(response, ask.maxBytes, url.origin) }
  } catch (error) {
    if (error instanceof OutsideError) throw error
    const seconds = ask.timeoutMs / 1_000
    if (signal.aborted) throw new OutsideError(`${url.host} did not answer within ${seconds} seconds.`)
    if (error instanceof Error && error.cause instanceof OutsideError) throw error.cause
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new OutsideError(`${url.host} could not be reached (${code}).`, { cause: error })
  }
}

const privateAddress = (host: string) =>
  `${host} is in a private network, which Deedbox does not reach unless it is configured.`

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve).once('error', reject)
  return promise
}

async function bytesOf(response: IncomingMessage, maxBytes: number, origin: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new OutsideError(`The answer of ${origin} is too large.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Makes a lookup that refuses a name with any address out of reach. */
const lookupWithin =
  (reach: Reach): LookupFunction =>
  (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const bad = addresses.find(({ address }) => !mayReach(address, reach))
      if (bad) {
        const cause = new OutsideError(privateAddress(name))
        return done(Object.assign(new Error('out of reach', { cause }), { code: 'EOUTSIDE' }), [])
      }
      const [first] = addresses
      if (options.all || !first) return done(null, addresses)
      return done(null, first.address, first.family)
    })

const isHere = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** Addresses that are nobody’s on the public internet (IANA special-purpose registries). */
const special = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  add(special, network)

function add(list: BlockList, network: string): void {
  const [address = '', prefix = ''] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  list.addSubnet(address, Number(prefix || (family === 'ipv6' ? 128 : 32)), family)
}

/** Tells whether an IP address may be reached: a public one, or one of the configured networks. */
export function mayReach(text: string, { anywhere, loopback, networks }: Reach): boolean {
  if (anywhere) return true
  const address = canonicalAddress(text)
  if (address === null) return false
  if (loopback && isHere(address)) return true
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  const configured = new BlockList()
  for (const network of networks) add(configured, network)
  if (configured.check(address, family)) return true
  // IPv6 addresses must be global unicast, and not lead to IPv4 addresses (Teredo, 6to4) or be for examples.
  if (family === 'ipv6')
    return /^[23]/.test(address) && !/^(2001:0?:|2001::|2001:db8:|2002:|3fff:)/.test(address)
  return !special.check(address, 'ipv4')
}
