import type { CheckedHealth, HealthCheck } from '@deedbox/contract/system.ts'
import type { Services } from '../../kernel/services.ts'
import { checksOf, checkTimeoutMs } from './checks.ts'
import type { Outcome } from './judge.ts'

const lateAfter = (ms: number): Outcome => ({
  state: 'bad',
  message: `There was no answer within ${ms / 1_000} seconds. Check that it runs and is not overloaded.`,
})

/** Runs every check at once; the slowest ends it after 4 seconds at most. */
export function createChecker(
  services: Services,
  timeoutMs = checkTimeoutMs,
): () => Promise<CheckedHealth[]> {
  const parts = checksOf(services).map(([check, run]) => {
    // A part that hangs is not asked again and again.
    let running: Promise<Outcome> | undefined
    return async (): Promise<CheckedHealth> => {
      const begun = performance.now()
      running ??= run(services)
        .catch((error: unknown) => faulty(services, check, error))
        .finally(() => {
          running = undefined
        })
      const patience = Promise.withResolvers<Outcome>()
      const timer = setTimeout(patience.resolve, timeoutMs, lateAfter(timeoutMs))
      const outcome = await Promise.race([running, patience.promise]).finally(() => clearTimeout(timer))
      return { check, ...outcome, ms: Math.round(performance.now() - begun) }
    }
  })
  return () => Promise.all(parts.map((part) => part()))
}

function faulty({ logger }: Services, check: HealthCheck, error: unknown): Outcome {
  logger.warn({ check, error: error instanceof Error ? error.name : 'unknown' }, 'a check failed itself')
  return { state: 'bad', message: 'The check itself failed. Look at the log of Deedbox.' }
}
