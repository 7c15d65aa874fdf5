import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  checkpointFile,
  documentsFolder,
  manifestLine,
  evidenceFiles as named,
  proofFile,
  sealText,
} from '@deedbox/proof/evidence-format.ts'
import { asc } from 'drizzle-orm'
import type { ZipFile } from 'yazl'
import { documents } from '../../db/tables/documents.ts'
import { addEntry, takeWhole } from '../../documents/reading/zip-entry.ts'
import type { Acting, Caller, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { uniqueNames } from '../../platform/file-names.ts'
import { slowly } from '../../platform/slowly.ts'
import { isOnThisMachine } from '../log/ask-witness.ts'
import { currentLog } from '../log/standing.ts'
import type { Progress } from '../takeout/progress.ts'
import { gathered, lineOf, type Place, type Read, type Sealed } from './gather.ts'
import { newestHead, type SignedHead } from './heads.ts'
import { cosignedHead, earlierLines, proverOf, type Signed, signedWith } from './prove.ts'
import { documentsOf, type Subject } from './scope.ts'
import { readSealed } from './sealed.ts'
import { timeStampOf } from './time-stamp.ts'
import { verifierFile } from './verifier.ts'
import { type About, readmeOf } from './words.ts'

export interface Given {
  evidenceId: string
  subject: Subject
  /** Scope of it, in words. */
  of: string
  caller: Caller
  read: Read
  transact: <T>(fn: (ctx: Acting<WriteCtx>) => Promise<T>) => Promise<T>
  progress: Progress
  signal: AbortSignal
}

/** Writes entries into the ZIP and keeps the SHA-256 of each. */
function recorder(zip: ZipFile, { signal, mtime }: { signal: AbortSignal; mtime: Date }) {
  const hashes = new Map<string, string>()
  const add = async (
    name: string,
    content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    size?: number,
  ): Promise<void> => {
    const hash = createHash('sha256')
    const passed = async function* () {
      for await (const piece of content) {
        hash.update(piece)
        yield piece
      }
    }
    const stream = Readable.from(passed(), { objectMode: false })
    await addEntry(zip, name, stream, { signal, mtime, ...(size !== undefined && { size }) })
    hashes.set(name, hash.digest('hex'))
  }
  return { hashes, add }
}

/** Keys of the logs and the witnesses, as a policy (c2sp.org/tlog-policy). */
const policyText = (logs: readonly SignedHead[], witnesses = 'quorum none\n'): string =>
  [
    '# Keys of the logs that this evidence is from, and witnesses that must have cosigned their heads.',
    ...logs.map(({ key }) => `log ${key}`),
    witnesses,
  ].join('\n')

/**
 * Writes evidence into a ZIP while it is sent: first what the manifest lists, then the event that seals the manifest, and once that is signed,
 * the proofs of all under that one head. Memory holds the place of each event besides the ZIP's own directory.
 * @throws Refusal when the person may not continue, 'log-stands-still' where nothing was signed in time
 */
export async function writeEvidence(services: Services, zip: ZipFile, given: Given): Promise<void> {
  const { database, log } = services
  const { read, subject, signal, progress } = given
  const begun = await read(async (ctx) => ctx)
  const { now, actor, settings } = begun
  // The head is not signed yet: the turn of the witnesses is for the head that has the whole evidence.
  await log.sealWaiting()
  const current = await currentLog(database)
  if (!current) throw new Refusal('log-stands-still')
  const { hashes, add } = recorder(zip, { signal, mtime: now })

  const { files, missing } = await addDocuments(services, given, add)
  const places: Place[] = []
  let unproven = 0
  const everything = (onUnproven: (count: number) => void) =>
    gathered(read, subject, now, current.origin, onUnproven)
  const lines = async function* () {
    const counted = everything((count) => {
      unproven += count
    })
    for await (const batch of counted) yield* linesOf(batch, places)
    // The first event of each log names the one before it, and so shows a gap between two.
    const origins = [...new Set(places.map(({ origin }) => origin))]
    if (origins.length > 1) yield* linesOf(await beginnings(given, origins, places), places)
  }
  await add(named.events, lines())

  const older = [...new Set(places.map(({ origin }) => origin))].filter((origin) => origin !== current.origin)
  const heads = (await Promise.all(older.map((origin) => newestHead(database, origin)))).filter(
    (head) => head !== null,
  )
  const about: About = {
    of: given.of,
    by: actor,
    at: now,
    timeZone: settings.timeZone,
    publicUrl: services.place().publicUrl,
    origins: [current.origin, ...older],
    events: places.length,
    unproven,
    documents: files,
    missing,
    witnesses: await Promise.all(
      (services.config.witnesses?.all ?? []).map(async ({ name, owner, url }) => ({
        name,
        owner,
        isIndependent: !(await isOnThisMachine(url)),
      })),
    ),
  }
  // Loaded with the first evidence, because it loads fonts.
  const { summaryPdf } = await import('./summary.ts')
  await add(
    named.summary,
    summaryPdf(
      about,
      everything(() => undefined),
    ),
  )
  await add(named.readme, [readmeOf(about)])
  await add(named.page, [await verifierFile(named.page)])
  await add(named.program, [await verifierFile(named.program)])
  const ownKey = { ...current, key: current.verifierKey, size: 0, note: '', at: now }
  await add(named.policy, [policyText([ownKey, ...heads], services.config.witnesses?.text)])

  const manifest = [...hashes].map(([name, sha]) => manifestLine(sha, name)).join('')
  await add(named.manifest, [manifest])
  const stamp = await timeStampOf(services, manifest)
  if (stamp) await add(named.stamp, [stamp])
  const seal = await sealed(services, given, {
    manifest: sha256Of(manifest),
    ...(stamp && { stamp: sha256Of(stamp) }),
    events: places.length,
  })
  const cosigning = cosignedHead(services, seal.signed, signal)
  const [head] = await Promise.all([cosigning, add(named.seal, slowly(sealOf(seal.event), cosigning))])
  await addProofs(services, given, add, {
    heads: [head, ...heads],
    places: [...places, { number: seal.event.row.id, ...seal.event.sealed }],
  })
  progress.current = null
  zip.end()
}

function* linesOf(batch: readonly Sealed[], places: Place[]): Generator<string> {
  for (const event of batch) {
    places.push({ number: event.row.id, origin: event.sealed.origin, index: event.sealed.index })
    yield lineOf(event)
  }
}

const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

type Add = ReturnType<typeof recorder>['add']

/** Writes the documents that the person may download; each reading is audited. */
async function addDocuments(
  services: Services,
  { read, subject, caller, progress, signal, evidenceId }: Given,
  add: Add,
): Promise<Pick<About, 'documents' | 'missing'> & { files: About['documents'] }> {
  const files: { file: string; sha256: string }[] = []
  const missing: { title: string; why: string }[] = []
  const found = await read(async (ctx) => {
    const where = documentsOf(ctx, subject)
    if (!where) return []
    return ctx.tx
      .select({ id: documents.id, title: documents.title })
      .from(documents)
      .where(where)
      .orderBy(asc(documents.createdAt), asc(documents.id))
  })
  const nameOf = uniqueNames()
  for (const { id, title } of found) {
    signal.throwIfAborted()
    progress.current = id
    const taken = await takeWhole(services, { read, caller }, id, { evidenceId })
    if (taken instanceof Refusal)
      missing.push({ title, why: 'the person who made this may not download it.' })
    else if (!taken.content) missing.push({ title, why: 'its stored content is damaged.' })
    else {
      const file = `${documentsFolder}${nameOf(taken.document)}`
      await add(file, taken.content, taken.document.fileSize)
      files.push({ file, sha256: taken.document.sha256 })
      progress.bytes += taken.document.fileSize
    }
  }
  progress.current = null
  return { files, documents: files, missing }
}

/** Reads the first events of these logs, where they are not among the places. */
async function beginnings(
  { read }: Given,
  origins: readonly string[],
  places: readonly Place[],
): Promise<Sealed[]> {
  const events = await read(async (ctx) => {
    const { rows } = await ctx.query<{ id: number }>(
      'select event_id as id from log_leaves where origin = any($1::text[]) and "index" = 0',
      [origins],
    )
    return readSealed(
      ctx,
      rows.map(({ id }) => Number(id)).filter((id) => !places.some(({ number }) => number === id)),
    )
  })
  return events.flatMap(({ row, sealed: place }) => (place ? [{ row, sealed: place }] : []))
}

/** Text of seal.json. */
const sealOf = ({ row, sealed: { origin, leaf, disclosures } }: Sealed): string =>
  sealText({ log: origin, number: row.id, leaf, disclosures })

/** Records the event that seals the manifest, and waits until it is signed. */
async function sealed(
  services: Services,
  { transact, read, signal, evidenceId, subject }: Given,
  said: { manifest: string; stamp?: string; events: number },
): Promise<{ event: Sealed; signed: Signed }> {
  const { document } = subject.filter
  await transact((ctx) =>
    ctx.audit({
      event: 'evidence_sealed',
      ...(document && { documentId: document }),
      details: { evidenceId, ...said },
    }),
  )
  const { rows } = await services.database.query<{ id: number }>(
    `select id from audit_events where event = 'evidence_sealed' and details ->> 'evidenceId' = $1`,
    [evidenceId],
  )
  const id = Number(rows[0]?.id)
  const signed = await signedWith(services, id, signal)
  const [event] = await read((ctx) => readSealed(ctx, [id]))
  if (!signed || !event?.sealed) throw new Refusal('log-stands-still')
  return { event: { row: event.row, sealed: event.sealed }, signed }
}

/** Writes the heads, the proofs of all events under them, and the way from earlier heads. */
async function addProofs(
  { database }: Services,
  { progress, signal }: Given,
  add: Add,
  { heads, places }: { heads: readonly SignedHead[]; places: readonly Place[] },
): Promise<void> {
  for (const [at, head] of heads.entries()) {
    await add(checkpointFile(at), [head.note])
    const prove = proverOf(database, head)
    const own = places.filter(({ origin }) => origin === head.origin).sort((a, b) => a.index - b.index)
    for (const { number, index } of own) {
      signal.throwIfAborted()
      await add(proofFile(number), [await prove(index)])
      progress.documents += 1
    }
  }
  const [newest] = heads
  if (newest) await add(named.earlier, earlierLines(database, newest))
}
