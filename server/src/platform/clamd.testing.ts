import { createHash } from 'node:crypto'
import { createServer, type Socket } from 'node:net'

/** The test file that every scanner knows; harmless. */
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

/** `ends`: closes every connection after the first bytes; `stuck`: reads nothing more; `mute`: never answers. */
type Mood = 'well' | 'ends' | 'stuck' | 'mute'

/** Starts a stand-in for clamd that speaks its protocol: VERSION, and INSTREAM, which finds {@link eicar} and has a limit. */
export async function startClamd({ limit = 1_000_000 } = {}) {
  const state = { mood: 'well' as Mood, version: 'ClamAV 1.4.6/27800/Sat Nov 21 08:00:00 2026' }
  /** SHA-256 of everything that was scanned. */
  const scanned: string[] = []
  const sockets = new Set<Socket>()
  let received = 0

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    const reply = (text: string) => state.mood !== 'mute' && socket.end(`${text}\0`)
    let input = Buffer.alloc(0)
    let content: Buffer[] | undefined
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (state.mood === 'ends') return socket.destroy()
      if (state.mood === 'stuck') socket.pause()
      input = Buffer.concat([input, chunk])
      if (!content) {
        const end = input.indexOf(0)
        if (end < 0) return
        const command = input.subarray(0, end).toString()
        input = input.subarray(end + 1)
        if (command === 'zVERSION') return reply(state.version)
        if (command !== 'zINSTREAM') return reply('UNKNOWN COMMAND')
        content = []
      }
      while (input.length >= 4) {
        const length = input.readUInt32BE()
        bytes += length
        if (bytes > limit) return reply('INSTREAM size limit exceeded. ERROR')
        if (length === 0) {
          const whole = Buffer.concat(content)
          scanned.push(createHash('sha256').update(whole).digest('hex'))
          return reply(`stream: ${whole.includes(eicar) ? 'Eicar-Test-Signature FOUND' : 'OK'}`)
        }
        if (input.length < 4 + length) {
          bytes -= length
          return
        }
        content.push(input.subarray(4, 4 + length))
        input = input.subarray(4 + length)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    scanned,
    received: () => received,
    /** Changes how it behaves from now on. */
    be: (change: Partial<typeof state>) => Object.assign(state, change),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
