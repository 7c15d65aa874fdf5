import type { Found } from './find.ts'
import { find } from './find.ts'
import type { Hit, PageText, Word } from './messages.ts'
import { runProgram } from './program.ts'

/** Reads the words of a picture. */
export type Ocr = {
  /** @throws Error if Tesseract fails or takes too long */
  read(picture: Buffer, size: { width: number; height: number }, signal?: AbortSignal): Promise<PageText>
  /** Its version. @throws Error if it does not work or lacks a language */
  check(): Promise<string>
}

const timeoutMs = 40_000
const maxOutput = 8 * 1024 * 1024
const maxWords = 20_000
/** Least confidence of Tesseract, in percent: below it, most results are no words. */
const leastSure = 25

/** Tesseract, which gets the picture and gives the words through pipes: nothing of them is on the disk. */
export function openOcr({ path, languages }: { path: string; languages: string }): Ocr {
  // One page does not take all processors.
  const env = { OMP_THREAD_LIMIT: '1' }
  return {
    async read(picture, size, signal) {
      const args = ['stdin', 'stdout', '-l', languages, '--dpi', '300', 'tsv']
      const tsv = await runProgram({ path, args, input: picture, timeoutMs, maxOutput, env, signal })
      return wordsOf(tsv.toString('utf8'), size)
    },
    async check() {
      const run = (args: string[]) => runProgram({ path, args, timeoutMs: 3_000, maxOutput: 100_000 })
      const has = (await run(['--list-langs'])).toString().split('\n')
      const missing = languages.split('+').filter((language) => !has.includes(language))
      if (missing.length > 0) throw new Error(`it does not have the language ${missing.join(', ')}`)
      return (await run(['--version'])).toString().split('\n', 1)[0] ?? ''
    },
  }
}

/** Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function wordsOf(tsv: string, size: { width: number; height: number }): PageText {
  const words: Word[] = []
  let text = ''
  let lastLine = ''
  const fraction = (length: number, whole: number) => Math.min(1, Math.max(0, length / whole))
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , left, top, width, height, sure, word = ''] = row.split('\t')
    if (level !== '5' || word.trim() === '' || Number(sure) < leastSure || words.length >= maxWords) continue
    const place = `${block} ${paragraph} ${line}`
    if (text) text += place === lastLine ? ' ' : '\n'
    text += word
    lastLine = place
    words.push({
      text: word,
      x: fraction(Number(left), size.width),
      y: fraction(Number(top), size.height),
      width: fraction(Number(width), size.width),
      height: fraction(Number(height), size.height),
    })
  }
  return { text, words }
}

/** Finds the places of a query on a page that Tesseract has read. */
export function findRead(
  page: number,
  { text, words }: PageText,
  query: string,
  most: number,
): Hit | undefined {
  const found = find(text, query, most)
  if (!found) return undefined
  // Each word is one separator from the next, in characters as `find` counts them.
  let at = 0
  const spans = words.map((word) => {
    const start = at
    at += [...word.text].length + 1
    return { word, start, end: at - 1 }
  })
  const boxesOf = ({ start, end }: Found) =>
    spans
      .filter((span) => span.start < end && span.end > start)
      .map(({ word: { x, y, width, height } }) => ({ x, y, width, height }))
  return {
    page,
    ...found,
    places: found.places.map((place) => ({ excerpt: place.excerpt, boxes: boxesOf(place) })),
  }
}
