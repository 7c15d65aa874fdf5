import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Watches the connections of a server; `closeIdle` closes those without a running request. Node itself treats a
 * connection that never had a request as busy, and browsers open such connections in advance.
 */
export function watchConnections(server: Server): { closeIdle(): void } {
  const running = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const add = (count: number) =>
      running.has(socket) && running.set(socket, (running.get(socket) ?? 0) + count)
    add(1)
    response.once('close', () => add(-1))
  })
  return {
    closeIdle() {
      for (const [socket, requests] of running) if (requests === 0) socket.destroy()
    },
  }
}
