/** Runs at most `count` pieces of work at the same time; the others wait in order. */
export function lanes(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The lane passes to the next in line without becoming free.
      if (next) next()
      else free++
    }
  }
}
