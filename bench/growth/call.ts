import { Agent, request } from 'node:http'

/** Answer of one call, and after how many milliseconds. */
export type Answer = { ms: number; body: string }
export type Caller = {
  call(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  end(): void
}

/** Calls over one connection that stays open, as a browser's does, one after the other. */
export function callerOf(url: string, cookie: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, sent?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now()
      const headers = { cookie, ...(sent !== undefined && { 'content-type': 'application/json' }) }
      request(url + path, { agent, method, headers }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve({ ms: performance.now() - began, body })
          else reject(new Error(`${path}: ${answer.statusCode} ${body}`))
        })
      })
        .once('error', reject)
        .end(sent)
    })
  return {
    call: (path) => send('GET', path),
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    end: () => agent.destroy(),
  }
}
