/** Merges several sorted streams, each value once. Memory: one value of each. */
export async function* merged(streams: AsyncIterable<string>[]): AsyncGenerator<string> {
  const heads = await Promise.all(
    streams.map(async (stream) => {
      const values = stream[Symbol.asyncIterator]()
      return { values, now: await values.next() }
    }),
  )
  for (;;) {
    let least: string | undefined
    for (const { now } of heads)
      if (!now.done && (least === undefined || now.value < least)) least = now.value
    if (least === undefined) return
    yield least
    for (const head of heads)
      while (!head.now.done && head.now.value <= least) head.now = await head.values.next()
  }
}

/** Yields the values of the first sorted stream that the second does not have. */
export async function* without(
  values: AsyncIterable<string>,
  others: AsyncIterable<string>,
): AsyncGenerator<string> {
  const isOther = membership(others)
  for await (const value of values) if (!(await isOther(value))) yield value
}

/** Tells whether a sorted stream has a value; asked for values in the same order. */
export function membership(stream: AsyncIterable<string>): (value: string) => Promise<boolean> {
  const values = stream[Symbol.asyncIterator]()
  let now: IteratorResult<string> | undefined
  return async (value) => {
    now ??= await values.next()
    while (!now.done && now.value < value) now = await values.next()
    return !now.done && now.value === value
  }
}
