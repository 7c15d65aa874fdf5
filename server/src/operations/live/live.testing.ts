import type { LiveTopic } from '@deedbox/contract/live-topics.ts'
import type { Person } from '../../testing/app.ts'

/** Opens a page that listens: what it is told comes from `next`, without the beats. */
export async function listen(address: string, { cookie }: Person, query = '') {
  const stop = new AbortController()
  const response = await fetch(`${address}/api/live${query}`, { headers: { cookie }, signal: stop.signal })
  const messages: string[] = []
  let beats = 0
  let over = false
  let wake: () => void = () => undefined
  const read = async () => {
    let rest = ''
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        if (part.startsWith('event: beat')) beats += 1
        else if (part.startsWith('data: ')) messages.push(part.slice('data: '.length))
      }
      wake()
    }
  }
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      over = true
      wake()
    })
  /** Waits until something is so; what waits for ever is ended by the test's own limit. */
  const until = async <T>(what: () => T | undefined | false): Promise<T> => {
    for (;;) {
      const found = what()
      if (found !== undefined && found !== false) return found
      if (over) throw new Error('the stream has ended')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    response,
    /** Waits for a message that names one of these topics; returns all messages up to it. */
    async hears(...topics: LiveTopic[]): Promise<string[]> {
      const heard: string[] = []
      for (;;) {
        const message = await until(() => messages.shift())
        heard.push(message)
        if (topics.some((topic) => message.split(' ').includes(topic))) return heard
      }
    },
    /** Returns everything told so far and not asked for yet. */
    told: () => messages.splice(0).join(' '),
    beaten: (times: number) => until(() => beats >= times),
    /** Resolves when the server has ended it. */
    ended: reading,
    close: async () => {
      stop.abort()
      await reading
    },
  }
}
export type Listening = Awaited<ReturnType<typeof listen>>
