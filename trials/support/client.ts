import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; json<T>(): T }
/** The connection ended before the answer was whole. */
export class CutOff extends Error {}

type Sent = { json?: object; content?: Buffer; cookie?: string }

/** Makes a browser at an address of its own (127.0.x.y), with its cookies. */
export function createClient(url: string, address: string) {
  const { hostname, port, host } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  function keepCookies(headers: IncomingHttpHeaders): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  function open(
    method: string,
    path: string,
    { json, content, cookie: other }: Sent,
  ): Promise<IncomingMessage> {
    const body = json ? Buffer.from(JSON.stringify(json)) : content
    const headers = {
      host,
      cookie: other ?? cookie(),
      ...(body && {
        'content-type': json ? 'application/json' : 'text/plain',
        'content-length': body.length,
      }),
    }
    return new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, path, headers, localAddress: address }, resolve)
      sent.on('error', (error) => reject(new CutOff(error.message)))
      sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within a minute')))
      sent.end(body)
    })
  }

  return {
    cookie,
    /** Sends a request and reads its whole answer. @throws CutOff */
    async call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
      const response = await open(method, path, sent)
      const chunks: Buffer[] = []
      try {
        for await (const chunk of response) chunks.push(chunk)
      } catch (error) {
        throw new CutOff(String(error))
      }
      if (!response.complete) throw new CutOff('the answer is not complete')
      if (!sent.cookie) keepCookies(response.headers)
      const body = Buffer.concat(chunks)
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body,
        json: <T>() => JSON.parse(body.toString()) as T,
      }
    },
    /** Opens the answer as it arrives, for streams. */
    open: (path: string) => open('GET', path, {}),
    close: () => agent.destroy(),
  }
}

export type Client = ReturnType<typeof createClient>
