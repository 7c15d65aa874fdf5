import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Opens one address of this machine that leads to the given ports in turn, as a proxy or a virtual address does. The other side sees the
 * address of the client.
 */
export async function startForwarder(ports: readonly number[]) {
  let targets = [...ports]
  let next = 0
  let held = false
  const sockets = new Set<Socket>()
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer({ pauseOnConnect: true }, (from) => {
    const port = targets[next++ % targets.length]
    if (port === undefined) return void from.destroy()
    const to = connect({ host: '127.0.0.1', port, localAddress: from.remoteAddress })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('data', (data) => {
        if (!other.write(data)) one.pause()
      })
      other.on('drain', () => held || one.resume())
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (held) one.pause()
      else one.resume()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends every connection; from now on it leads to these ports, or refuses. */
    leadTo(...others: number[]): void {
      targets = others
      drop()
    },
    /** Lets nothing through, as a network that is cut; connections stay, until `release`. */
    hold(): void {
      held = true
      for (const socket of sockets) socket.pause()
    },
    release(): void {
      held = false
      for (const socket of sockets) socket.resume()
    },
    stop(): void {
      server.close()
      drop()
    },
  }
}
