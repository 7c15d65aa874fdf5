import { type LiveTopic, liveBeatMs } from '@deedbox/contract/live-topics.ts'
import { createRefresher } from './live-refresh.ts'
import { listen } from './live-stream.ts'

/** Message between the tabs of a browser: topics that one of them heard, or a question for those it missed since a time. */
type Message = { topics: readonly LiveTopic[] } | { since: number }

const lock = 'deedbox-live'
/** Milliseconds after which a tab that no longer hears from the listening one takes over. */
const silentMs = 4 * liveBeatMs
const kept = 200

/**
 * Shows changes by others: one tab of this browser listens for all of them, as a browser opens only a few connections to one server. `since`: the
 * screen shows nothing loaded earlier. Returns a function that ends it.
 */
export function startLive(since: number): () => void {
  const end = new AbortController()
  const refresher = createRefresher()
  const channel = new BroadcastChannel(lock)
  const heardLately: { at: number; topics: readonly LiveTopic[] }[] = []
  let heardAt = since
  let leads = false

  const hear = (topics: readonly LiveTopic[]) => {
    heardAt = Date.now()
    refresher.hear(topics)
  }
  const share = (topics: readonly LiveTopic[]) => channel.postMessage({ topics } satisfies Message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('topics' in data) return hear(data.topics)
    if (!leads) return
    const missed = new Set(heardLately.filter(({ at }) => at >= data.since).flatMap(({ topics }) => topics))
    share([...missed])
  }

  async function lead(stop: AbortSignal): Promise<void> {
    leads = true
    await listen(
      () => Date.now() - heardAt,
      stop,
      (topics) => {
        if (topics.length > 0) heardLately.push({ at: Date.now(), topics })
        if (heardLately.length > kept) heardLately.shift()
        hear(topics)
        share(topics)
      },
    )
    leads = false
  }

  /** Listens while somebody looks at the tab, where the browser cannot elect one (no https). */
  function alone(): void {
    let stop: AbortController | undefined
    const look = () => {
      if (document.hidden || end.signal.aborted) return stop?.abort()
      if (stop && !stop.signal.aborted) return
      stop = new AbortController()
      void lead(stop.signal)
    }
    look()
    document.addEventListener('visibilitychange', look)
    end.signal.addEventListener('abort', () => {
      document.removeEventListener('visibilitychange', look)
      look()
    })
  }

  async function takeTurns(steal: boolean): Promise<void> {
    const stop = new AbortController()
    const stopAll = () => stop.abort()
    end.signal.addEventListener('abort', stopAll)
    try {
      const how: LockOptions = steal ? { steal } : { signal: end.signal }
      await navigator.locks.request(lock, how, () => lead(stop.signal))
    } catch {
      // End of this tab's turn, or of the tab itself.
      stop.abort()
      if (!end.signal.aborted) void takeTurns(false)
    } finally {
      end.signal.removeEventListener('abort', stopAll)
    }
  }

  const watch = setInterval(() => {
    if (leads || document.hidden || !navigator.locks || Date.now() - heardAt < silentMs) return
    heardAt = Date.now()
    void takeTurns(true)
  }, liveBeatMs)

  if (navigator.locks) void takeTurns(false)
  else alone()
  channel.postMessage({ since } satisfies Message)
  return () => {
    end.abort()
    clearInterval(watch)
    refresher.end()
    channel.close()
  }
}
