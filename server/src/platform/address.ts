import { BlockList, isIP, SocketAddress } from 'node:net'

/** Returns the canonical form of an IP address (IPv4 inside IPv6 becomes IPv4); null if the text is not one. */
export function canonicalAddress(text: string | undefined): string | null {
  // Proxies may add the port; a zone (fe80::1%eth0) names an interface of this machine.
  const plain = text
    ?.trim()
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '')
  const kind = plain ? isIP(plain) : 0
  if (!plain || kind === 0) return null
  if (kind === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** Returns the key for counting guesses and calls: an IPv4 address, or the /64 network of one IPv6 household or office. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [left = '', right] = address.split('::')
  const start = left.split(':').filter(Boolean)
  const end = (right ?? '').split(':').filter(Boolean)
  const zeros = right === undefined ? 0 : 8 - start.length - end.length
  const groups = [...start, ...Array<string>(zeros).fill('0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}

type RequestIps = { ip: string; ips?: string[] | undefined }

/**
 * Returns the address that a request comes from: always valid, or null. It is the last one that the trusted proxies name; if that is not an
 * address, the one before it, and finally the proxy's own.
 */
export function addressOf({ ip, ips }: RequestIps): string | null {
  for (const candidate of (ips ?? [ip]).toReversed()) {
    const address = canonicalAddress(candidate)
    if (address) return address
  }
  return null
}

const names = ['loopback', 'linklocal', 'uniquelocal']

/** Tells whether this is a valid proxy setting: an address, a CIDR network (not /0), or the name of a private range. */
export function isProxyName(text: string): boolean {
  if (names.includes(text)) return true
  const [address = '', prefix, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) === 0) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), kind === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
