/** Runs `work` for every item, a few at a time, in constant memory. The first error stops it. */
export async function each<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let failed: { error: unknown } | undefined
  for await (const item of items) {
    const task = work(item)
      .catch((error: unknown) => {
        failed ??= { error }
      })
      .finally(() => running.delete(task))
    running.add(task)
    if (running.size >= atOnce) await Promise.race(running)
    if (failed) break
  }
  await Promise.all(running)
  if (failed) throw failed.error
}
