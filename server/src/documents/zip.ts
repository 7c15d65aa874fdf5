const entryMark = 0x02_01_4b_50
const endMark = 0x06_05_4b_50
const entryBytes = 46
const endBytes = 22
const maxNames = 10_000

/** The names in a zip file's directory, which is its last part, as far as `end` holds it (APPNOTE 4.3.12 and 4.3.16). */
export function namesInZip(end: Buffer): string[] {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(endMark)
  const endAt = end.lastIndexOf(mark, end.length - endBytes)
  if (end.length < endBytes || endAt < 0) return []
  const names: string[] = []
  let at = endAt - end.readUInt32LE(endAt + 12)
  while (at >= 0 && at + entryBytes <= endAt && names.length < maxNames) {
    if (end.readUInt32LE(at) !== entryMark) break
    const [name, extra, comment] = [28, 30, 32].map((field) => end.readUInt16LE(at + field))
    names.push(end.toString('utf8', at + entryBytes, at + entryBytes + (name ?? 0)))
    at += entryBytes + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return names
}
