/** Bytes at the end of a file among which its mark stands; other bytes may follow it (PDF 32000-1, annex H.3; APPNOTE 4.3.16 for ZIP). */
const ends: { types: RegExp; marks: string[]; within: number }[] = [
  { types: /^application\/pdf$/, marks: ['%%EOF', 'startxref'], within: 4_096 },
  { types: /^image\/png$/, marks: ['IEND'], within: 4_096 },
  { types: /^image\/jpeg$/, marks: ['\xff\xd9'], within: 65_536 },
  { types: /officedocument|opendocument/, marks: ['PK\x05\x06'], within: 65_557 },
]

/** Bytes at the end of a file by which {@link isCutOff} decides. */
export const endBytes = Math.max(...ends.map(({ within }) => within))

/**
 * Tells whether the end of a file is missing, as after a copy that broke off. A type whose end has no mark is taken for whole.
 * @param bytes the file, or its last {@link endBytes}
 */
export function isCutOff(fileType: string, bytes: Buffer): boolean {
  const end = ends.find(({ types }) => types.test(fileType))
  if (!end) return false
  const last = bytes.subarray(-end.within)
  return !end.marks.some((mark) => last.includes(Buffer.from(mark, 'latin1')))
}
