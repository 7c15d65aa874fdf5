import { fromBase64, toBase64, wholeNumber } from './bytes.ts'
import { ProofError } from './error.ts'
import { canonicalText, disclosed, type Json, parseCanonical, parseLeaf } from './leaf.ts'

/** Files of evidence with a meaning of their own. */
export const evidenceFiles = {
  readme: 'README.txt',
  page: 'verify.html',
  program: 'verify.mjs',
  summary: 'evidence.pdf',
  policy: 'policy.txt',
  events: 'events.jsonl',
  manifest: 'manifest.txt',
  seal: 'seal.json',
  stamp: 'timestamp.tsr',
  earlier: 'earlier.jsonl',
} as const

export const documentsFolder = 'documents/'

/** Event that seals evidence: its details hold the SHA-256 of the manifest. */
export const SEAL_EVENT = 'evidence_sealed'

/** Name in the ZIP of the proof of an event. */
export const proofFile = (number: number): string => `proofs/${number}.tlog-proof`

/** Name of the file with the head of a log, the first of which is the one that seals the evidence. */
export const checkpointFile = (place: number): string =>
  place === 0 ? 'checkpoint.txt' : `checkpoint-${place + 1}.txt`

/** Lines of a manifest, as `sha256sum -c` reads them. */
export const manifestLine = (sha256: string, name: string): string => `${sha256}  ${name}\n`

export function parseManifest(text: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/u.exec(line) ?? []
    if (name === '') throw new ProofError('A line is not one of a list of files.')
    if (files.has(name)) throw new ProofError(`It lists ${name} twice.`)
    files.set(name, sha256)
  }
  if (!text.endsWith('\n') || files.size === 0) throw new ProofError('It is cut off.')
  return files
}

/** Sealed event, as it stands in a line of events.jsonl, or without words in seal.json. */
export interface EvidenceEvent {
  /** Origin of its log. */
  log: string
  number: number
  leaf: Uint8Array
  disclosures: string[]
  /** Words that people read of it, made by Deedbox with the evidence: no leaf says them. */
  label: string
  text: string
}

export const jsonLine = (value: { [name: string]: Json }): string => `${canonicalText(value)}\n`

/**
 * Line of an event in events.jsonl. The proof is of `leaf` and `disclosures`; `index`, `at`, `event` and `says` are there for people and other programs,
 * and are made of these, so that who checks makes the line again and compares.
 */
export function eventLine(event: EvidenceEvent, index: number): string {
  const leaf = parseLeaf(event.leaf)
  return jsonLine({
    ...{ ...event, index, leaf: toBase64(event.leaf), at: leaf.at, event: leaf.event },
    says: Object.fromEntries(disclosed(leaf, event.disclosures)),
  })
}

/** Text of seal.json: what proves the event and no words of it, since no list of files has its hash. */
export const sealText = ({ log, number, leaf, disclosures }: Omit<EvidenceEvent, 'label' | 'text'>): string =>
  jsonLine({ log, number, leaf: toBase64(leaf), disclosures })

const isTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

export function parseEventLine(line: string): EvidenceEvent {
  const value = parseCanonical(line)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProofError('The line is not an event.')
  const { log, number, leaf, disclosures, label, text } = value
  if (typeof log !== 'string' || typeof leaf !== 'string' || !isTexts(disclosures))
    throw new ProofError('The line is not an event.')
  return {
    log,
    number: wholeNumber(String(number), 'number of the event'),
    leaf: fromBase64(leaf),
    disclosures,
    label: typeof label === 'string' ? label : '',
    text: typeof text === 'string' ? text : '',
  }
}

/** Earlier head of a log with the hashes, in base 64, that lead from it to the head of the evidence. */
export interface EarlierHead {
  checkpoint: string
  proof: string[]
}

export function parseEarlier(line: string): EarlierHead {
  const value = parseCanonical(line)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProofError('The line is not an earlier head.')
  const { checkpoint, proof } = value
  if (typeof checkpoint !== 'string' || !isTexts(proof))
    throw new ProofError('The line is not an earlier head.')
  return { checkpoint, proof }
}
