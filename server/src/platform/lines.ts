const NEWLINE = 10

/** Yields the lines of a stream, without their ends; one line is in memory at a time. A last line without an end counts too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Buffer[] = []
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const piece = bytes.subarray(from, end)
      yield held.length > 0 ? Buffer.concat([...held, piece]).toString() : piece.toString()
      held = []
      from = end + 1
    }
    if (from < bytes.length) held.push(bytes.subarray(from))
  }
  if (held.length > 0) yield Buffer.concat(held).toString()
}
