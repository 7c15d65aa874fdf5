import { counted } from '@deedbox/contract/counts.ts'
import { stampIn } from '../../platform/instants.ts'
import type { WitnessState } from '../log/witness-states.ts'

/** Time in UTC and in the deployment's time zone, to the second. */
export const timesIn = (timeZone: string) => (at: Date | string) => ({
  local: stampIn(at, timeZone),
  utc: stampIn(at, 'UTC'),
})

export interface About {
  /** Scope of the evidence, in words. */
  of: string
  by: { name: string; email: string }
  at: Date
  timeZone: string
  publicUrl: string
  origins: readonly string[]
  events: number
  /** Events that have no proof, as they were never sealed under a signed head. */
  unproven: number
  documents: readonly { file: string; sha256: string }[]
  missing: readonly { title: string; why: string }[]
  /** Witnesses that are asked to cosign the head of the evidence. */
  witnesses: readonly Pick<WitnessState, 'name' | 'owner' | 'isIndependent'>[]
}

const witnessName = ({ name, owner, isIndependent }: About['witnesses'][number]) =>
  [
    owner ? `${name} (${owner})` : name,
    !isIndependent && 'on the machine of Deedbox itself, so not independent',
  ]
    .filter(Boolean)
    .join(', ')

/** Sentences that say what the evidence proves and what it does not, for the PDF and README.txt. */
export function explained(about: About): { proves: string[]; not: string[] } {
  const { origins, unproven, missing, witnesses } = about
  return {
    proves: [
      'Each event below was recorded by Deedbox when it happened and sealed in a signed log within seconds. Its proof shows that it is in the log exactly as it stands here, and that nothing in the log before or after it was changed, removed or inserted since without this being seen.',
      'verify.html (in any browser, without network) and verify.mjs (node verify.mjs) check all of it, and name every file of which a byte was changed. They never say just “valid”, but on whose word it rests: it agrees with itself, it agrees with a key or an earlier checkpoint that you hold, or independent witnesses cosigned it.',
      witnesses.length === 0
        ? 'No witness is asked to cosign this log.'
        : `These witnesses are asked to cosign the head of the log that this evidence is under: ${witnesses.map(witnessName).join('; ')}. verify.html and verify.mjs say which of them did, when, and which are missing.`,
    ],
    not: [
      'That something that was never recorded did not happen, or happened outside of Deedbox.',
      'That the person who used an account is the person whose name it has; only that the account was signed in.',
      'That nobody withheld an event in the second before it was sealed.',
      'That nobody with both the database and the log’s key wrote a whole other log: compare the key or an earlier checkpoint with one you have from elsewhere, or rely on witnesses.',
      'The words in which an event is told here and in the page (“label” and “text” in events.jsonl): Deedbox wrote them when it made this evidence. What was sealed stands beside them, and is checked.',
      'The contents of a document beyond its SHA-256, and whether what it says is true.',
      'Events that the person who made this evidence may not see. Fields that they may not see, or that were erased since, are left out: the proofs hold without them.',
      ...(origins.length > 1
        ? [
            `That nothing is missing between two logs: the events come from ${origins.length} logs, one after the other. A new log was begun after a restore or with a new key; its first event (“Transparency log begun”) names the one before it, the last head known of it, and the one that the database had. If these differ, events between them are lost.`,
          ]
        : []),
      ...(unproven > 0
        ? [
            `${counted(unproven, 'event')} that had not been sealed under a signed head, so they are not in it.`,
          ]
        : []),
      ...missing.map(({ title, why }) => `The document “${title}”: ${why}`),
    ],
  }
}

/** Writes README.txt, with line ends that every system shows. */
export function readmeOf(about: About): string {
  const { of, by, at, timeZone, publicUrl } = about
  const { local, utc } = timesIn(timeZone)(at)
  const { proves, not } = explained(about)
  return [
    `Evidence of ${of}, from Deedbox`,
    '',
    `Made by ${by.name} (${by.email}), ${local} (${timeZone}), ${utc} UTC, from ${publicUrl}`,
    '',
    'evidence.pdf     What happened, for people.',
    'verify.html      Open it in a browser and choose the ZIP: it checks everything, without network.',
    'verify.mjs       The same as a program: node verify.mjs',
    'events.jsonl     The events: the bytes that were sealed, and what they disclose (RFC 9901).',
    'proofs           For each event its proof (c2sp.org/tlog-proof).',
    'checkpoint.txt   The signed head of the log under which all proofs are (c2sp.org/tlog-checkpoint).',
    'earlier.jsonl    Earlier heads, with proofs that the log only grew since.',
    'policy.txt       The keys of the log and of its witnesses (c2sp.org/tlog-policy).',
    'documents        Documents, where there are any.',
    'manifest.txt     SHA-256 of each of these files (sha256sum -c manifest.txt).',
    'seal.json        The event of the log that has the SHA-256 of manifest.txt.',
    'timestamp.tsr    A time stamp of manifest.txt (RFC 3161), where an authority gave one.',
    '',
    ...proves.flatMap((text) => [text, '']),
    'WHAT IS NOT PROVED',
    '',
    ...not.map((text) => `- ${text}`),
    '',
    'These files are not encrypted, and nothing records who opens them. Keep them in a safe place.',
    '',
  ].join('\r\n')
}
