/** Several sorted streams as one, each value once. Memory: one value of each. */
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

/** The values of the first sorted stream that the second does not have. */
export async function* without(
  values: AsyncIterable<string>,
  others: AsyncIterable<string>,
): AsyncGenerator<string> {
  const other = others[Symbol.asyncIterator]()
  let next = await other.next()
  for await (const value of values) {
    while (!next.done && next.value < value) next = await other.next()
    if (next.done || next.value !== value) yield value
  }
}
