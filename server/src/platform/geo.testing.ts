import { isIPv6 } from 'node:net'

/* A small writer of MaxMind databases: https://maxmind.github.io/MaxMind-DB/ */

type Data = string | number | Data[] | { [name: string]: Data }

const control = (type: number, size: number) =>
  type < 8 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7])

/** Values shorter than 29 of each kind only, which is all that the tests need. */
function encode(value: Data): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([name, of]) => [encode(name), encode(of)]),
  ])
}

/** Returns the bits of a network: an IPv4 one is in the last 32 of 128. */
function bitsOf(network: string): number[] {
  const [address = '', length = ''] = network.split('/')
  const host = isIPv6(address)
    ? address
        .replace(/::$/, '')
        .split(':')
        .flatMap((group) => bits(Number.parseInt(group, 16), 16))
    : [...Array<number>(96).fill(0), ...address.split('.').flatMap((byte) => bits(Number(byte), 8))]
  return host.slice(0, isIPv6(address) ? Number(length) : 96 + Number(length))
}
const bits = (value: number, count: number) =>
  Array.from({ length: count }, (_, place) => (value >> (count - 1 - place)) & 1)

type Node = [left: Node | number | null, right: Node | number | null]

/** Makes a database of networks ('203.0.113.0/24', '2001:db8::/32') and what it says of each. */
export function geoDatabase(networks: Record<string, { [name: string]: Data }>): Buffer {
  const root: Node = [null, null]
  const data: Buffer[] = []
  let size = 0
  for (const [network, value] of Object.entries(networks)) {
    const path = bitsOf(network)
    let node = root
    for (const bit of path.slice(0, -1)) {
      const next = node[bit as 0 | 1] ?? [null, null]
      node[bit as 0 | 1] = next
      node = next as Node
    }
    node[path.at(-1) as 0 | 1] = size
    data.push(encode(value))
    size += data.at(-1)?.length ?? 0
  }
  const nodes = [root]
  for (const node of nodes) nodes.push(...node.filter((side) => Array.isArray(side)))
  const record = (side: Node[0]) => {
    const bytes = Buffer.alloc(3)
    const pointer = Array.isArray(side) ? nodes.indexOf(side) : nodes.length + (side === null ? 0 : 16 + side)
    bytes.writeUIntBE(pointer, 0, 3)
    return bytes
  }
  const metadata = {
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1 },
    ...{ database_type: 'Test-City', description: { en: 'Test' }, ip_version: 6, languages: ['en'] },
    ...{ node_count: nodes.length, record_size: 24 },
  }
  return Buffer.concat([
    ...nodes.flatMap((node) => node.map(record)),
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    encode(metadata),
  ])
}
