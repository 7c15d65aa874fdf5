import { Readable } from 'node:stream'
import type { LiveTopic } from '@deedbox/contract/live-topics.ts'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Caller } from '../../kernel/context/context.ts'
import { keysOf } from './reach.ts'

/** Stream of one page that listens. */
export type Stream = {
  readonly caller: Caller
  /** The person as they were at the last check. */
  actor: Actor
  keys: string[]
  /** Time at which it next says that it is alive. */
  beatAt: number
  send(topics: readonly LiveTopic[]): void
  beat(): void
  /** Ends it after what was sent. */
  end(): void
  readonly ended: boolean
}

/** A page waits about this long after an interruption; the web client waits longer each time. */
const retry = 'retry: 2000\n\n'

/** Begins the answer. A client that leaves more than `maxBytes` unread is disconnected. */
export function openStream(
  who: { caller: Caller; actor: Actor },
  options: { maxBytes: number; beatAt: number; closed: (stream: Stream) => void },
): Stream & { answer(reply: FastifyReply): FastifyReply } {
  const body = new Readable({ read() {} })
  let ended = false
  const write = (text: string) => {
    if (ended) return
    body.push(text)
    if (body.readableLength > options.maxBytes) body.destroy()
  }
  const stream = {
    ...who,
    keys: keysOf(who.actor),
    beatAt: options.beatAt,
    get ended() {
      return ended
    },
    send(topics: readonly LiveTopic[]) {
      if (topics.length > 0) write(`data: ${topics.join(' ')}\n\n`)
    },
    beat: () => write('event: beat\ndata: 1\n\n'),
    end() {
      if (ended) return
      ended = true
      body.push(null)
    },
    answer: (reply: FastifyReply) =>
      reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Proxies such as nginx would keep it until it ends.
          'x-accel-buffering': 'no',
        })
        .send(body),
  }
  body.once('close', () => {
    ended = true
    options.closed(stream)
  })
  write(retry)
  return stream
}
