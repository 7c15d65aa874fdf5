import type { Examined, Held, LogVerdict } from './evidence.ts'

const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
const timeOf = (seconds: number): string => utc(new Date(seconds * 1000))

/** Says on whose word evidence can be relied, never just 'valid'. */
export function verdictText({ verdict, refused, isUncovered }: LogVerdict): { title: string; text: string } {
  if (isUncovered)
    return {
      title: 'Not covered by what you hold',
      text: `${refused} Everything fits together under the key that came with this evidence: compare that key, or an earlier checkpoint, with one that you have from elsewhere.`,
    }
  if (verdict === null)
    return { title: 'Does not agree with what you hold', text: refused ?? 'It could not be compared.' }
  switch (verdict.kind) {
    case 'agrees-with-itself':
      return {
        title: 'Agrees with itself',
        text: 'Everything fits together under the key that came with this evidence. Whoever made it could have made all of it anew: compare the key, or an earlier checkpoint, with one that you have from elsewhere.',
      }
    case 'agrees-with-held-key':
      return {
        title:
          verdict.by === 'key'
            ? 'Agrees with the key that you hold'
            : 'Agrees with the checkpoint that you hold',
        text:
          verdict.by === 'key'
            ? 'The log that signed this is the one whose key you have. Its owner could still show others another history: witnesses, or checkpoints kept by others, rule that out.'
            : 'The log is the one whose earlier checkpoint you have, and it only grew since: nothing before that was changed, removed or added.',
      }
    default:
      return {
        title: `Cosigned by ${verdict.witnesses.length} independent ${verdict.witnesses.length === 1 ? 'witness' : 'witnesses'} under this policy`,
        text: verdict.witnesses.map(({ name, at }) => `${name} at ${timeOf(at)}`).join('; '),
      }
  }
}

/** Witnesses by the policy that came with the evidence. */
export const witnessText = ({ witnesses, missing }: LogVerdict): string =>
  [
    witnesses.length === 0
      ? 'No witness cosigned it.'
      : `By the policy of this evidence also cosigned by ${witnesses.map(({ name, at }) => `${name} at ${timeOf(at)}`).join('; ')}. Compare the keys in policy.txt with those that the witnesses publish, and give that policy to be judged by it.`,
    ...(missing.length > 0 ? [`Not cosigned by ${missing.join(', ')}.`] : []),
  ].join(' ')

/** Words on what stands of an event beside its leaf and is not checked. */
export const wordsText =
  'The name and the note of an event are words that Deedbox wrote of it when it made this evidence. They are not checked; the time and what was sealed are.'

/** Command that checks the signature of the time stamp, beside the unpacked files. */
export const stampCommand = 'openssl ts -verify -data manifest.txt -in timestamp.tsr -CAfile authority.pem'

export const stampText = (at: Date | null): string =>
  at === null
    ? 'Without time stamp.'
    : `The time stamp (RFC 3161) in timestamp.tsr says ${utc(at)}, and has the SHA-256 of manifest.txt, which lists the other files. Its signature is not checked here: run this beside the unpacked files, with the root certificate that you get from the authority itself as authority.pem:`

/** Everything that was found, as lines of text. */
export function reportLines({ problems, logs, events, documents, stampedAt }: Examined): string[] {
  if (problems.length > 0) return ['DOES NOT HOLD', ...problems.map(({ file, what }) => `- ${file}: ${what}`)]
  return [
    ...logs.flatMap((log) => {
      const { title, text } = verdictText(log)
      return [
        title,
        `  ${text}`,
        `  Log ${log.origin}, ${log.size} events, key ${log.key}`,
        `  ${witnessText(log)}`,
      ]
    }),
    `${events.length} ${events.length === 1 ? 'event is' : 'events are'} in the log as they stand here.`,
    ...documents.map(
      ({ file, sha256, event }) =>
        `${file}: SHA-256 ${sha256}, ${event === null ? 'as listed when the evidence was made' : `as recorded by event ${event}`}`,
    ),
    stampText(stampedAt),
    ...(stampedAt ? [`  ${stampCommand}`] : []),
  ]
}

/** Kind of thing that somebody holds, told from its text: a policy, a signed checkpoint or a verifier key, also as `/.well-known/deedbox-log` shows both. */
export function heldOf(given: string): Held {
  const text = given.replaceAll('\r\n', '\n').trim()
  if (text === '') return {}
  if (/^(log|witness|group|quorum) /m.test(text)) return { policy: `${text}\n` }
  const [first = '', ...rest] = text.split('\n\n')
  // The key stands before the checkpoint there; whoever keeps both keeps the stronger one.
  if (/^[^ \n]+\+[0-9a-f]{8}\+\S+$/.test(first))
    return rest.length === 0 ? { key: first } : { checkpoint: `${rest.join('\n\n')}\n` }
  return { checkpoint: `${text}\n` }
}
