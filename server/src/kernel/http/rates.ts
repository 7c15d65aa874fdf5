import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { troubleOf } from '../../db/away.ts'
import type { Database } from '../../db/client.ts'

/** Limits are per minute, which begins with the first call. */
const windowMs = 60_000
/** Number of counts that this process keeps at most: strangers with many addresses must not fill its memory. */
const mostKept = 20_000

/** Number of calls that were made, and milliseconds until the count begins again. */
type Counted = { calls: number; leftMs: number }

/**
 * Counts calls. `key`: what is limited and who calls. A count beyond `max` means too many. With `token` only calls with a
 * personal access token that exists are counted, so that strangers cannot fill the table.
 */
export type Rates = { count(key: string, max: number, token?: string): Promise<Counted> }

const exists = `select from sessions where token = $1 and kind = 'token'`

const upsert = `
  insert into rate_counts as r (key, calls, ends_at)
  select $1, 1, clock_timestamp() + $2 * interval '1 millisecond'
  where $3::text is null or exists (select from sessions where token = $3 and kind = 'token')
  on conflict (key) do update set
    calls = case when r.ends_at > clock_timestamp() then r.calls + 1 else 1 end,
    ends_at = case when r.ends_at > clock_timestamp() then r.ends_at else excluded.ends_at end
  returning calls, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as "leftMs"`

/** Counts in the database, so that several servers share the limits; the embedded database has one process, which counts in memory. */
export function createRates(database: Pick<Database, 'kind' | 'query'>): Rates {
  const here = createCounts()
  const countHere: Rates['count'] = async (key, _max, token) => {
    const known = here.of(key)
    if (!known && token && (await database.query(exists, [token])).rows.length === 0) return none
    return here.set(key, (known?.calls ?? 0) + 1, known?.leftMs ?? windowMs)
  }
  if (database.kind === 'pglite') return { count: countHere }
  return {
    async count(key, max, token) {
      // Callers over their limit cost the database nothing until their minute is over.
      const over = here.of(key)
      if (over && over.calls > max) return over
      try {
        const { rows } = await database.query<Counted>(upsert, [digest(key), windowMs, token ?? null], {
          name: 'count_call',
        })
        const [counted = none] = rows
        return counted.calls > max ? here.set(key, counted.calls, counted.leftMs) : counted
      } catch (error) {
        // People can still read without disk space, as far as this server alone can count.
        if (troubleOf(error) === 'full') return countHere(key, max, token)
        throw error
      }
    },
  }
}

const none: Counted = { calls: 0, leftMs: 0 }
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Counts in memory; of too many the oldest are forgotten. */
function createCounts() {
  const kept = new Map<string, { calls: number; endsAt: number }>()
  return {
    of(key: string): Counted | undefined {
      const count = kept.get(key)
      const leftMs = (count?.endsAt ?? 0) - performance.now()
      return count && leftMs > 0 ? { calls: count.calls, leftMs } : undefined
    },
    set(key: string, calls: number, leftMs: number): Counted {
      kept.delete(key)
      kept.set(key, { calls, endsAt: performance.now() + leftMs })
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
      return { calls, leftMs }
    },
  }
}

/** Removes counts that are over. */
export const forgetRates = ({ query }: Pick<Database, 'query'>) =>
  query('delete from rate_counts where ends_at <= clock_timestamp()')

/** Makes the store of @fastify/rate-limit: each route has its own counts. */
export function rateStore(rates: Rates): FastifyRateLimitStoreCtor {
  const storeOf = (route: string): FastifyRateLimitStore => ({
    incr(key, callback, _windowMs, max = 0) {
      rates.count(`${route} ${key}`, max).then(
        ({ calls, leftMs }) => callback(null, { current: calls, ttl: leftMs }),
        (error: Error) => callback(error),
      )
    },
    // The child has the type of the route's options, and gets them as `routeInfo`.
    child: (options) => {
      const { method, url } = (options as unknown as { routeInfo: { method: string; url: string } }).routeInfo
      return storeOf(`${method} ${url}`)
    },
  })
  return class {
    incr: FastifyRateLimitStore['incr']
    child: FastifyRateLimitStore['child']
    constructor() {
      const { incr, child } = storeOf('')
      this.incr = incr
      this.child = child
    }
  }
}
