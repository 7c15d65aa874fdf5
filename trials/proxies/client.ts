import { once } from 'node:events'
import { connect } from 'node:http2'
import { Agent, type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'

export const name = 'deedbox.example.com.au'
/** Addresses where the proxy is reached, and from where, both of this network, which is ours alone. */
export const serverAddress = '203.0.113.7'
export const clientAddress = '203.0.113.9'
/** Address that a client pretends to have. */
export const spoofed = '198.51.100.66'

/** Makes a client of the proxy that trusts the throw-away CA, claims another address, and keeps its cookie. */
export function createClient(ca: string) {
  let cookie = ''
  const agent = new Agent({ keepAlive: true, ca, servername: name, localAddress: clientAddress })
  const common = () => ({
    host: name,
    'x-forwarded-for': spoofed,
    origin: `https://${name}`,
    ...(cookie ? { cookie } : {}),
  })
  /** Begins a request; its body, if any, is for the caller to write and end. */
  const begin = (method: string, path: string, headers: Record<string, string | number> = {}) => {
    const options: RequestOptions = { host: serverAddress, port: 443, agent, method, path }
    return request({ ...options, headers: { ...common(), ...headers } })
  }
  return {
    begin,
    /** Makes a whole call with a JSON body. */
    async call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      const content = body && JSON.stringify(body)
      const sent = begin(method, path, {
        ...(content ? { 'content-type': 'application/json' } : {}),
        ...headers,
      })
      sent.end(content)
      const [answer] = await once(sent, 'response')
      const [set] = answer.headers['set-cookie'] ?? []
      if (set) cookie = set.split(';')[0]
      return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) }
    },
    /** Receives the live events over HTTP/2, as browsers receive them: all that has arrived until now. */
    async live() {
      const place = { host: serverAddress, port: 443, localAddress: clientAddress }
      const createConnection = () => connectTls({ ...place, ca, servername: name, ALPNProtocols: ['h2'] })
      const session = connect(`https://${name}`, { createConnection })
      const { host, ...headers } = common()
      const stream = session.request({ ':path': '/api/live', ':authority': host, ...headers })
      let arrived = ''
      stream.setEncoding('utf8').on('data', (piece: string) => {
        arrived += piece
      })
      await once(stream, 'response')
      return { arrived: () => arrived, close: () => session.destroy() }
    },
    close: () => agent.destroy(),
  }
}
export type Client = ReturnType<typeof createClient>
