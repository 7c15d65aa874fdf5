import { setTimeout as pause } from 'node:timers/promises'
import { drawableTypes } from '@deedbox/contract/documents.ts'
import { mostAttached } from '@deedbox/contract/file-id.ts'
import { attachmentsOf, openAttached, type ReadFile } from '../../documents/reading/file.ts'
import { readContent } from '../../documents/store/content.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { RenderError } from '../../platform/rendering/renderer.ts'
import { wordRules, wordsIn } from '../../platform/words.ts'
import type { StoredDocument } from '../../policy/find.ts'

export type Reading = { outcome: 'read' | 'partly' | 'nothing' | 'unreadable' | 'slow'; words: Set<string> }

/** A longer or richer document is found by what comes first. */
const most = { bytes: 100 * 1024 * 1024, pages: 2_000, words: 20_000, ms: 120_000, badPages: 3 }
/** People who read go first; on a server that is always busy, a page is read this often all the same. */
const patienceMs = 5_000

/** Returns the rules for words, then what can be drawn, and by which programs: documents without words are read again when it changes. */
export const currentReader = ({ office, ocr }: Pick<Services, 'office' | 'ocr'>): string => {
  const programs = [office ? 'office' : [], ocr ? 'ocr' : []].flat()
  return `${wordRules}.${[...drawableTypes.toSorted(), ...programs].join(' ')}`
}

/** Words read so far of a document and of all that is attached to it; `pages` counts the pages read, `until` is when reading stops (milliseconds of `performance.now`). */
type Progress = { signal: AbortSignal; words: Set<string>; pages: number; until: number }
type Outcome = 'read' | 'partly' | 'slow'

/**
 * Reads the words of a document and of the files attached to it, page by page, while nobody waits for pages. What is wrong with the file is
 * an outcome.
 * @throws what is not the file's fault: the store or the database is away, the renderer has too much to do, `signal`
 */
export async function readWords(
  services: Services,
  document: StoredDocument,
  signal: AbortSignal,
): Promise<Reading> {
  const words = new Set<string>()
  const file: ReadFile = {
    id: document.id,
    fileType: document.fileType,
    size: document.fileSize,
    name: document.fileName,
    bytes: () => readContent(services, document, nobody),
    details: {},
  }
  const progress = { signal, words, pages: 0, until: performance.now() + most.ms }
  const outcome = await read(services, file, progress, mostAttached.deep).catch((error: unknown) => {
    if (isSlow(error)) return 'slow' as const
    if (isOfFile(error)) return words.size > 0 ? ('partly' as const) : ('unreadable' as const)
    throw error
  })
  return { outcome: outcome === 'read' && words.size === 0 ? 'nothing' : outcome, words }
}

/** Reads a file, then what is attached to it, `deep` mails within each other at most. */
async function read(services: Services, file: ReadFile, progress: Progress, deep: number): Promise<Outcome> {
  const outcomes = [await readPages(services, file, progress)]
  const asker = { person: 'words', signal: progress.signal }
  const attached = deep > 0 ? await attachmentsOf(services, file, { ...file, asker }) : []
  for (const { number } of attached.filter(({ opens }) => opens).slice(0, mostAttached.each)) {
    if (isEnough(progress)) {
      outcomes.push('partly')
      break
    }
    const one = openAttached(services, file, number, asker)
    outcomes.push(
      await one
        .then((opened) => read(services, opened, progress, deep - 1))
        .catch((error: unknown) => {
          if (!isOfFile(error)) throw error
          return isSlow(error) ? 'slow' : 'partly'
        }),
    )
  }
  if (outcomes.includes('slow')) return 'slow'
  return outcomes.includes('partly') ? 'partly' : 'read'
}

const isEnough = ({ words, pages, until }: Progress): boolean =>
  pages >= most.pages || words.size > most.words || performance.now() > until

async function readPages({ renderer }: Services, file: ReadFile, progress: Progress): Promise<Outcome> {
  if (!drawableTypes.includes(file.fileType)) return 'read'
  if (file.size > most.bytes) throw new RenderError('too-large')
  const { signal, words } = progress
  const source = { ...file, asker: { person: 'words', signal } }
  const { length } = await renderer.pages(source)
  let bad = 0
  let slow = false
  for (let page = 1; page <= length; page++) {
    if (isEnough(progress) || bad > most.badPages) return slow ? 'slow' : 'partly'
    await whileOthersRead(renderer, signal)
    const text = await renderer.text(source, page).catch((error: unknown) => {
      if (!isOfFile(error)) throw error
      slow ||= isSlow(error)
      bad += 1
      return { text: '' }
    })
    progress.pages += 1
    for (const word of wordsIn(text.text)) words.add(word)
  }
  if (slow) return 'slow'
  return bad > 0 ? 'partly' : 'read'
}

const nobody = { token: null, device: null, ip: null, userAgent: null, requestId: null }

async function whileOthersRead({ load }: Services['renderer'], signal: AbortSignal): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    signal.throwIfAborted()
    const { running, waiting } = load()
    if (running + waiting === 0 || performance.now() > until) return
    await pause(50)
  }
}

/** Tells whether reading was slow: the file may be bad, or the server was busy, and that is known after some times. */
const isSlow = (error: unknown): boolean => error instanceof RenderError && error.code === 'timeout'
const temporary = new Set(['busy', 'abandoned'])
const isOfFile = (error: unknown): boolean =>
  error instanceof RenderError
    ? !temporary.has(error.code)
    : error instanceof Refusal && (error.code === 'content-damaged' || error.code === 'content-removed')
