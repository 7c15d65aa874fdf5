import type { LiveTopic } from '@deedbox/contract/live-topics.ts'
import type { Query } from '@tanstack/react-query'
import { isShownBy } from './live-topics.ts'
import { loadsMore, queryClient, refreshSession } from './query.ts'

/** Milliseconds in which lists are fetched again at most once, however much happens. */
const everyMs = 1_000
/** Milliseconds over which fetches are spread, as everyone hears of a change at the same moment. */
const spreadMs = 1_000
const everyones: readonly LiveTopic[] = ['all', 'settings']

/** Fetches changed lists again: at once, then at most once a second; if nobody looks, when they look again. */
export function createRefresher() {
  const waiting = new Set<LiveTopic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0

  function refresh(): void {
    timer = undefined
    last = Date.now()
    const topics = new Set(waiting)
    const isShown = ({ queryKey }: Query) => isShownBy(topics, queryKey)
    // Wait for a list that is loading more, as fetching it again would drop its next page.
    if (queryClient.getQueryCache().findAll({ predicate: isShown }).some(loadsMore)) {
      plan()
      return
    }
    waiting.clear()
    if (topics.has('settings') || topics.has('all')) void refreshSession()
    void queryClient.invalidateQueries({ predicate: isShown })
  }
  function plan(): void {
    if (document.hidden || waiting.size === 0 || timer !== undefined) return
    const spread = everyones.some((topic) => waiting.has(topic)) ? Math.random() * spreadMs : 0
    timer = setTimeout(refresh, Math.max(0, last + everyMs - Date.now()) + spread)
  }
  document.addEventListener('visibilitychange', plan)

  return {
    hear(topics: readonly LiveTopic[]): void {
      // Refresh the session at once, even if nobody looks, as it may have ended.
      if (topics.includes('session')) void refreshSession()
      for (const topic of topics) if (topic !== 'session') waiting.add(topic)
      plan()
    },
    end(): void {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', plan)
    },
  }
}
