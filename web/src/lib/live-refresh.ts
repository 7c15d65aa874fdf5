import type { LiveTopic } from '@deedbox/contract/live-topics.ts'
import type { Query } from '@tanstack/react-query'
import { isShownBy } from './live-topics.ts'
import { loadsMore, queryClient, refreshSession } from './query.ts'

/** Lists are fetched again at most once in this time, however much happens. */
const everyMs = 1_000
/** What everyone hears at the same moment is not fetched by everyone at the same moment. */
const spreadMs = 1_000
const everyones: readonly LiveTopic[] = ['all', 'settings']

/** Fetches again what has changed: at once, then at most once a second; while nobody looks, when they look again. */
export function createRefresher() {
  const waiting = new Set<LiveTopic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0

  function refresh(): void {
    timer = undefined
    last = Date.now()
    const topics = new Set(waiting)
    const isShown = ({ queryKey }: Query) => isShownBy(topics, queryKey)
    // A list that is just being continued goes first: fetching it again would drop its next page.
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
      // The end of a session is not for later, even if nobody looks.
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
