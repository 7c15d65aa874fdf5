/** Asker of a piece of work. `signal` aborts when nobody waits for it. */
export type Asker = { person: string; signal?: AbortSignal | undefined }

/** A person has reached the limit of waiting work. */
export class TooManyWaitingError extends Error {}

type Limits = {
  /** Pieces of work that run at the same time. */
  atOnce: number
  /** Number of them that one person may have. */
  atOnceEach: number
  /** Number that may wait for one person. */
  waitingEach: number
}

type Job = { run: () => Promise<void> }

/**
 * Makes a fair queue: round robin over the people who have work waiting, in order of arrival for each person. Work whose signal aborts
 * while it waits is dropped without being started.
 */
export function fairQueue({ atOnce, atOnceEach, waitingEach }: Limits) {
  /** The people who have work waiting; the first of them who may have one more running is next. */
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
      // The person goes behind everybody else.
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

  /** Tells how much runs and waits. */
  const load = () => ({
    running: atOnce - free,
    waiting: [...waiting.values()].reduce((all, jobs) => all + jobs.size, 0),
  })

  /** @throws TooManyWaitingError, or the reason of the signal. */
  function enqueue<T>({ person, signal }: Asker, work: () => Promise<T>): Promise<T> {
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
  return Object.assign(enqueue, { load })
}
