import { type LiveTopic, liveBeatMs, liveTopics } from '@deedbox/contract/live-topics.ts'
import { addressOf } from './api.ts'
import { onConnectionBack, suspectConnection } from './connection.ts'
import { watchSilence } from './patience.ts'
import { refreshSession } from './query.ts'

/** Returns the pause before the next try: 1 to 2 seconds at first, at most 30, and random so that browsers differ. */
export const pauseMs = (failures: number, random = Math.random()): number =>
  Math.min(2_000 * 2 ** failures, 30_000) * (0.5 + random / 2)

const isTopic = (name: string): name is LiveTopic => (liveTopics as readonly string[]).includes(name)

/**
 * Reads the topics of the complete messages in a text (a beat has none), and returns the rest of it. An unknown name, from a newer server, is 'all'.
 */
export function readMessages(text: string): { messages: LiveTopic[][]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  const messages = parts.map((part) => {
    const data = part.startsWith('event:') ? '' : (/^data: (.*)$/m.exec(part)?.[1] ?? '')
    const names = data.split(' ').filter(Boolean)
    return names.map((name) => (isTopic(name) ? name : ('all' as const)))
  })
  return { messages, rest }
}

async function readStream(
  age: number,
  stop: AbortSignal,
  hear: (topics: readonly LiveTopic[]) => void,
): Promise<void> {
  const silence = watchSilence(2.4 * liveBeatMs)
  try {
    const response = await fetch(addressOf('GET /api/live', { query: { age } }), {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([stop, silence.signal]),
    })
    if (response.status === 401 || response.status === 403) void refreshSession()
    if (!response.ok || !response.body) throw new Error('no stream')
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      silence.heard()
      const read = readMessages(rest + value)
      rest = read.rest
      for (const topics of read.messages) hear(topics)
    }
  } finally {
    silence.end()
  }
}

/** Listens until `stop`, and begins again whenever the stream ends. `hear` gets no topics for a sign of life. */
export async function listen(
  age: () => number,
  stop: AbortSignal,
  hear: (topics: readonly LiveTopic[]) => void,
): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    try {
      await readStream(Math.max(0, Math.round(age())), stop, (topics) => {
        failures = 0
        hear(topics)
      })
    } catch {
      // Pages work without the stream: they fetch what they show.
      if (!stop.aborted) void suspectConnection()
    }
    const wait = pauseMs(failures++)
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer)
        forget()
        resolve()
      }
      const timer = setTimeout(go, wait)
      const forget = onConnectionBack(go)
      stop.addEventListener('abort', go)
    })
  }
}
