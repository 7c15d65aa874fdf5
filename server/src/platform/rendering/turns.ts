/** Who asks for a piece of work. `signal` says that nobody waits for it any more. */
export type Asker = { person: string; signal?: AbortSignal | undefined }

/** A person has as much work waiting as one person may have. */
export class TooManyWaitingError extends Error {}

type Limits = {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** The most of them that one person may have. */
  atOnceEach: number
  /** The most that may wait for one person. */
  waitingEach: number
}

type Job = { run: () => Promise<void> }

/**
 * Runs work in fair turns: round robin over the people who have work waiting, in order of arrival within one person's.
 * Work whose signal fires while it waits is dropped without being started.
 */
export function fairTurns({ atOnce, atOnceEach, waitingEach }: Limits) {
  /** The people who have work waiting; the next turn is for the first of them who may have one more running. */
  const waiting = new Map<string, Set<Job>>()
  const running = new Map<string, number>()
  let free = atOnce

  function add(person: string, job: Job): void {
    const jobs = waiting.get(person) ?? new Set()
    if (jobs.size >= waitingEach) throw new TooManyWaitingError('too much work is waiting for this person')
    waiting.set(person, jobs.add(job))
  }

  function remove(person: string, job: Job): void {
    const jobs = waiting.get(person)
    jobs?.delete(job)
    if (jobs?.size === 0) waiting.delete(person)
  }

  function startNext(): void {
    while (free > 0) {
      const [person, jobs] = [...waiting].find(([each]) => (running.get(each) ?? 0) < atOnceEach) ?? []
      const [job] = jobs ?? []
      if (person === undefined || !jobs || !job) return
      jobs.delete(job)
      // Behind everybody else who waits.
      waiting.delete(person)
      if (jobs.size > 0) waiting.set(person, jobs)
      free--
      running.set(person, (running.get(person) ?? 0) + 1)
      void job.run().finally(() => {
        free++
        const left = (running.get(person) ?? 1) - 1
        if (left > 0) running.set(person, left)
        else running.delete(person)
        startNext()
      })
    }
  }

  /** @throws TooManyWaitingError, or the reason of the signal. */
  return function take<T>({ person, signal }: Asker, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const drop = () => {
        remove(person, job)
        reject(signal?.reason)
      }
      const job: Job = {
        run: async () => {
          signal?.removeEventListener('abort', drop)
          await work().then(resolve, reject)
        },
      }
      try {
        add(person, job)
      } catch (error) {
        return reject(error)
      }
      signal?.addEventListener('abort', drop, { once: true })
      startNext()
    })
  }
}
