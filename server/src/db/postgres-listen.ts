import pg from 'pg'
import type { Logger } from 'pino'
import type { Listener } from './driver.ts'

const PING_MS = 25_000
const ANSWER_MS = 10_000

/** Returns a growing pause, never the same for all servers: 0.1 to 0.2 s at first, at most 15 to 30 s. */
const pause = (failures: number) => Math.min(200 * 2 ** failures, 30_000) * (0.5 + Math.random() / 2)

/** Listens (LISTEN) on a connection of its own, which is replaced when it is lost. */
export async function listenOn(
  config: pg.ClientConfig,
  channel: string,
  listener: Listener,
  logger: Logger,
): Promise<() => Promise<void>> {
  let current: pg.Client | undefined
  let failures = 0
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const client = new pg.Client({ ...config, query_timeout: ANSWER_MS })
    // Losses of any kind end here; without a listener an error would end this process.
    client.on('error', () => lost(client))
    client.on('end', () => lost(client))
    client.on('notification', ({ payload }) => listener.heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    current = client
    if (closed) await client.end()
  }

  function lost(client: pg.Client): void {
    if (closed || client !== current) return
    current = undefined
    logger.warn('the connection that listens to the database was lost')
    void client.end().catch(() => undefined)
    openAgain()
  }

  function openAgain(): void {
    retry = setTimeout(async () => {
      try {
        await open()
        failures = 0
        if (!closed) listener.again()
      } catch {
        failures += 1
        if (!closed) openAgain()
      }
    }, pause(failures)).unref()
  }

  // A connection can be dead without a sign of it: nothing is ever sent on one that only listens.
  const ping = setInterval(() => {
    const client = current
    client?.query('select 1').catch(() => lost(client))
  }, PING_MS).unref()

  await open().catch(() => openAgain())
  return async () => {
    closed = true
    clearInterval(ping)
    clearTimeout(retry)
    // A server that no longer answers would keep it open.
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, 1_000)
    await Promise.race([current?.end(), late])
    clearTimeout(timer)
  }
}
