import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { textOf, toBase64 } from './bytes.ts'
import { openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { cosignatureTime, verifierOf } from './cosignature.ts'
import { ProofError } from './error.ts'
import {
  checkpointFile,
  documentsFolder,
  type EarlierHead,
  type EvidenceEvent,
  eventLine,
  evidenceFiles as named,
  parseEarlier,
  parseEventLine,
  parseManifest,
  proofFile,
  SEAL_EVENT,
  sealText,
} from './evidence-format.ts'
import type { Json } from './leaf.ts'
import { COSIGNATURE, verifierKeyText } from './note.ts'
import { type Policy, parsePolicy } from './policy.ts'
import { parseTimeStamp } from './time-stamp.ts'
import { parseTlogProof } from './tlog-proof.ts'
import { type Trust, type Verdict, verify } from './verdict.ts'
import type { Files } from './zip-files.ts'

/** Limit of bytes of a file that is read whole: events of the largest evidence have less. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024

export interface Problem {
  file: string
  what: string
}

export interface ProvenEvent {
  number: number
  /** Time in UTC, as the database wrote it. */
  at: string
  event: string
  label: string
  text: string
  says: Map<string, Json>
}

export interface LogVerdict {
  origin: string
  size: number
  key: string
  /** Verdict; null where what somebody holds does not agree, for the reason in `refused`. */
  verdict: Verdict | null
  refused: string | null
  /** State: what somebody holds is about another log, so that it says nothing of this one. */
  isUncovered: boolean
  /** Witnesses of the policy in the ZIP, which is worth as much as its keys are known to be theirs. */
  witnesses: { name: string; at: number }[]
  /** Witnesses of that policy that did not cosign it. */
  missing: string[]
}

export interface Examined {
  /** Files that were changed, are missing or do not belong there, with what is wrong. Empty: the evidence holds. */
  problems: Problem[]
  /** The log that seals the evidence first. */
  logs: LogVerdict[]
  events: ProvenEvent[]
  /** Documents, and the number of the proven event that recorded these very bytes; null where the evidence has none. */
  documents: { file: string; sha256: string; event: number | null }[]
  policy: string
  /** Time that the time stamp of the manifest says; its signature is for other programs to check. */
  stampedAt: Date | null
}

/** Things held by somebody who does not rely on the evidence alone. Consistency is read from the evidence. */
export type Held = Omit<Trust, 'consistency'>

async function hashOf(files: Files, name: string): Promise<string> {
  const hash = sha256.create()
  for await (const piece of files.read(name)) hash.update(piece)
  return bytesToHex(hash.digest())
}

async function readBytes(files: Files, name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of files.read(name)) {
    pieces.push(piece)
    size += piece.length
    if (size > MAX_TEXT_BYTES) throw new ProofError('It is too long.')
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

const readText = async (files: Files, name: string) => textOf(await readBytes(files, name))

const reasonOf = (error: unknown): string => {
  if (error instanceof ProofError) return error.message
  throw error
}

/** Text that most files have: one that was changed stands against all others. */
function mostCommon(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0])[0]
}

/** Checks the files against the manifest. @returns what each listed file's bytes hash to */
async function checkFiles(
  files: Files,
  manifest: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
  problem: (file: string, what: string) => void,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  let done = 0
  for (const [name, sha] of manifest) {
    if (!files.names.includes(name)) problem(name, 'It is missing.')
    else if ((await hashOf(files, name).catch(reasonOf)) !== sha)
      problem(name, 'Its bytes are not those that were listed when the evidence was made.')
    done += 1
    onProgress(done, manifest.size)
  }
  for (const name of files.names)
    if (!manifest.has(name) && !known.has(name)) problem(name, 'It does not belong to this evidence.')
}

/** Witnesses of a policy that cosigned a head, with their times. */
function cosigners(note: string, key: string, policy: Policy): { name: string; at: number }[] {
  const names = [...policy.witnesses]
  const verifiers = names.map(([, { verifier }]) => verifier)
  return openCheckpoint(note, verifierOf(key), verifiers)
    .note.verified.filter(({ key: { type } }) => type === COSIGNATURE)
    .map(({ key: of, signature }) => ({
      name: names.find(([, { verifier }]) => verifier.key === of)?.[0] ?? of.name,
      at: cosignatureTime(signature),
    }))
}

/**
 * Checks all of a piece of evidence. Whatever is wrong is named in `problems`; what somebody holds only decides the verdict.
 * `onProgress` is told how many of the listed files were read.
 */
export async function examine(
  files: Files,
  held: Held = {},
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<Examined> {
  const problems: Problem[] = []
  const problem = (file: string, what: string) => void problems.push({ file, what })
  const tried = async <T>(file: string, other: T, work: (text: string) => T): Promise<T> => {
    try {
      if (!files.names.includes(file)) throw new ProofError('It is missing.')
      return work(await readText(files, file))
    } catch (error) {
      problem(file, reasonOf(error))
      return other
    }
  }
  const linesOf = <T>(file: string, text: string, parse: (line: string) => T): T[] => {
    if (text !== '' && !text.endsWith('\n')) problem(file, 'It is cut off.')
    return text
      .split('\n')
      .slice(0, -1)
      .flatMap((line, at) => {
        try {
          return [parse(line)]
        } catch (error) {
          problem(file, `Line ${at + 1}: ${reasonOf(error)}`)
          return []
        }
      })
  }

  const manifestText = await tried(named.manifest, '', (text) => text)
  const manifest = await tried(named.manifest, new Map<string, string>(), parseManifest)
  const policyText = await tried(named.policy, '', (text) => text)
  const policy = await tried(named.policy, null, parsePolicy)
  const keys = new Map(
    (policy?.logs ?? []).map(({ verifier }) => [verifier.key.name, verifierKeyText(verifier.key)]),
  )
  const seal = await tried<EvidenceEvent | null>(named.seal, null, (text) => {
    if (!text.endsWith('\n')) throw new ProofError('It is cut off.')
    const event = parseEventLine(text.slice(0, -1))
    if (text !== sealText(event)) throw new ProofError('It says more than what proves the event.')
    return event
  })
  const lines = new Map<EvidenceEvent, string>()
  const events = await tried(named.events, [] as EvidenceEvent[], (text) =>
    linesOf(named.events, text, (line) => {
      const event = parseEventLine(line)
      lines.set(event, `${line}\n`)
      return event
    }),
  )
  const earlier = files.names.includes(named.earlier)
    ? await tried(named.earlier, [] as EarlierHead[], (text) => linesOf(named.earlier, text, parseEarlier))
    : []
  const origins = [...keys.keys()]
  const isKnown = ({ checkpoint }: EarlierHead) =>
    origins.some((origin) => checkpoint.startsWith(`${origin}\n`))
  if (!earlier.every(isKnown)) problem(named.earlier, 'It has a head of a log that the policy does not name.')
  const all = seal ? [seal, ...events] : events
  const known = new Set<string>([
    ...[named.manifest, named.seal, named.earlier, named.stamp],
    ...origins.map((_, place) => checkpointFile(place)),
    ...all.map(({ number }) => proofFile(number)),
  ])
  await checkFiles(files, manifest, known, problem, onProgress)

  const proofs = new Map<string, string>()
  for (const { number } of all) {
    const name = proofFile(number)
    if (!proofs.has(name)) proofs.set(name, await tried(name, '', (text) => text))
  }
  const noteIn = (name: string): string => {
    try {
      return parseTlogProof(proofs.get(name) ?? '').checkpoint
    } catch {
      return ''
    }
  }
  const logs: LogVerdict[] = []
  const proven = new Map<number, ProvenEvent>()
  for (const [place, origin] of origins.entries()) {
    const key = keys.get(origin) ?? ''
    const file = checkpointFile(place)
    const own = await tried(file, '', (text) => text)
    const ofLog = all.filter(({ log }) => log === origin)
    const note = mostCommon([own, ...ofLog.map(({ number }) => noteIn(proofFile(number)))].filter(Boolean))
    if (own !== note) problem(file, 'It is not the head under which the proofs are.')
    let size = 0
    try {
      size = openCheckpoint(note, verifierOf(key)).size
    } catch (error) {
      problem(file, reasonOf(error))
      continue
    }
    for (const event of ofLog) {
      const name = proofFile(event.number)
      if (noteIn(name) !== note) {
        if (proofs.get(name)) problem(name, 'It is a proof under another head than the others.')
        continue
      }
      const exhibit = { name: `Event ${event.number}`, proof: proofs.get(name) ?? '', ...event }
      try {
        const [shown] = verify([{ ...exhibit, disclosures: [] }], key).events
        if (!shown) continue
        // The proof is right: what is wrong from here on stands beside it.
        const at = event === seal ? named.seal : named.events
        try {
          const [said] = verify([exhibit], key).events
          if (!said || said.leaf.number !== event.number)
            throw new ProofError(`Event ${event.number} is another one in the log.`)
          if (event !== seal && lines.get(event) !== eventLine(event, parseTlogProof(exhibit.proof).index))
            throw new ProofError(`Event ${event.number}: its line says something else than its leaf.`)
          const { label, text } = event
          proven.set(event.number, {
            ...{ number: event.number, at: said.leaf.at, event: said.leaf.event },
            ...{ label, text, says: said.says },
          })
        } catch (error) {
          problem(at, reasonOf(error))
        }
      } catch (error) {
        const at = event === seal ? named.seal : named.events
        // A line that was changed is found by the manifest too: the proof is blamed only where the line is whole.
        const isListed = !problems.some(({ file: blamed }) => blamed === at)
        problem(event !== seal && isListed ? name : at, reasonOf(error))
        if (event === seal) problem(name, reasonOf(error))
      }
    }
    for (const { checkpoint, proof } of earlier.filter(({ checkpoint: text }) =>
      text.startsWith(`${origin}\n`),
    ))
      try {
        const [anchor] = ofLog
        if (anchor && noteIn(proofFile(anchor.number)) === note)
          verify(
            [{ name: 'It', proof: proofs.get(proofFile(anchor.number)) ?? '', leaf: anchor.leaf }],
            key,
            {
              checkpoint,
              consistency: proof,
            },
          )
      } catch (error) {
        problem(named.earlier, reasonOf(error))
      }
    logs.push(logVerdict({ origin, size, key, note, policy, held, earlier, anchor: ofLog[0], proofs }))
  }
  for (const event of all)
    if (!keys.has(event.log))
      problem(
        event === seal ? named.seal : named.events,
        `Event ${event.number} is of a log that the policy does not name.`,
      )
  checkSeal(seal, proven, manifestText, problem)
  const sealedStamp = proven.get(seal?.number ?? 0)?.says.get('details.stamp')
  let stampedAt: Date | null = null
  if (files.names.includes(named.stamp)) {
    if (sealedStamp !== (await hashOf(files, named.stamp)))
      problem(named.stamp, 'It is not the time stamp that was sealed with the evidence.')
    try {
      const stamp = parseTimeStamp(await readBytes(files, named.stamp))
      if (stamp.sha256 !== bytesToHex(sha256(new TextEncoder().encode(manifestText))))
        problem(named.stamp, 'It is a time stamp of other bytes than manifest.txt.')
      stampedAt = stamp.at
    } catch (error) {
      problem(named.stamp, error instanceof ProofError ? error.message : 'It is not a time stamp.')
    }
  } else if (sealedStamp !== undefined) problem(named.stamp, 'It is missing.')
  const uploaded = new Map<Json, number>()
  for (const { number, says } of proven.values()) {
    const sha = says.get('details.sha256')
    if (sha !== undefined) uploaded.set(sha, number)
  }
  return {
    problems: unique(problems),
    logs,
    events: events.flatMap(({ number }) => proven.get(number) ?? []),
    documents: [...manifest]
      .filter(([name]) => name.startsWith(documentsFolder))
      .map(([file, sha]) => ({ file, sha256: sha, event: uploaded.get(sha) ?? null })),
    policy: policyText,
    stampedAt,
  }
}

/** Each file once with each reason. */
const unique = (problems: readonly Problem[]): Problem[] =>
  problems.filter(
    ({ file, what }, at) => problems.findIndex((one) => one.file === file && one.what === what) === at,
  )

function checkSeal(
  seal: EvidenceEvent | null,
  proven: ReadonlyMap<number, ProvenEvent>,
  manifestText: string,
  problem: (file: string, what: string) => void,
): void {
  if (!seal) return
  const said = proven.get(seal.number)
  if (!said) return
  if (said.event !== SEAL_EVENT) problem(named.seal, 'It is not the event that sealed the evidence.')
  else if (said.says.get('details.manifest') !== bytesToHex(sha256(new TextEncoder().encode(manifestText))))
    problem(named.manifest, 'It is not the list of files that was sealed in the log.')
}

function logVerdict(given: {
  origin: string
  size: number
  key: string
  note: string
  policy: Policy | null
  held: Held
  earlier: readonly EarlierHead[]
  anchor: EvidenceEvent | undefined
  proofs: ReadonlyMap<string, string>
}): LogVerdict {
  const { origin, size, key, note, policy, held, earlier, anchor, proofs } = given
  const witnesses = policy ? safely(() => cosigners(note, key, policy), []) : []
  const cosigned = new Set(witnesses.map(({ name }) => name))
  const missing = [...(policy?.witnesses.keys() ?? [])].filter((name) => !cosigned.has(name))
  const heldFor = safely(() => originsOf(held), null)
  const isUncovered = heldFor !== null && !heldFor.includes(origin)
  const log = { origin, size, key, witnesses, missing, isUncovered }
  if (isUncovered)
    return { ...log, verdict: null, refused: `What you hold is about ${heldFor.join(' and ')} only.` }
  if (!anchor) return { ...log, verdict: null, refused: 'The evidence has no event of this log.' }
  try {
    const trust: Trust = { ...held }
    if (held.checkpoint !== undefined) {
      const { size: at, root } = headOf(held.checkpoint)
      const line = earlier.find(({ checkpoint }) => {
        const head = headOf(checkpoint)
        return head.origin === origin && head.size === at && toBase64(head.root) === toBase64(root)
      })
      if (!line && at !== size)
        throw new ProofError(
          'The evidence has no way from the checkpoint that you hold to its own. Ask for evidence made with it.',
        )
      trust.consistency = line?.proof ?? []
    }
    const proof = proofs.get(proofFile(anchor.number)) ?? ''
    const { verdict } = verify([{ name: 'Evidence', proof, leaf: anchor.leaf }], key, trust)
    return { ...log, verdict, refused: null }
  } catch (error) {
    return { ...log, verdict: null, refused: reasonOf(error) }
  }
}

const headOf = (checkpoint: string) => parseCheckpoint(`${checkpoint.split('\n\n')[0]}\n`)

/** Logs that what somebody holds is about; null: they hold nothing. */
function originsOf({ key, checkpoint, policy }: Held): string[] | null {
  if (policy !== undefined) return parsePolicy(policy).logs.map(({ verifier }) => verifier.key.name)
  if (checkpoint !== undefined) return [headOf(checkpoint).origin]
  return key === undefined ? null : [verifierOf(key).key.name]
}

function safely<T>(work: () => T, other: T): T {
  try {
    return work()
  } catch {
    return other
  }
}
