import { randomBytes } from 'node:crypto'
import { fill } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { combine, split } from 'shamir-secret-sharing'
import { type Keyring, keyringOf } from '../../platform/encryption/keys.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Part, PartFault, partFromWords, partToWords } from './escrow-part.ts'

/** Hexadecimal digits of a key's fingerprint that every part carries. */
const checkDigits = 8

/** Divides the current master key into parts, as words; any `threshold` of them give it back, fewer tell nothing of it. */
export async function divideKey(
  { currentId, masterKeys }: Keyring,
  { parts, threshold }: { parts: number; threshold: number },
): Promise<{ mark: string; parts: string[] }> {
  const key = masterKeys.get(currentId)?.export()
  if (!key) throw new Error('There is no master key')
  const escrow = randomBytes(2).toString('hex')
  const shares = await split(new Uint8Array(key), parts, threshold)
  const keyCheck = currentId.slice(0, checkDigits)
  return {
    mark: escrow,
    parts: shares.map((share) => partToWords({ threshold, escrow, keyCheck, share: Buffer.from(share) })),
  }
}

/**
 * Puts parts together again, and checks that the key is the one that was divided.
 * @returns the keyring of that key alone, and the key in base64, as `master.key` has it
 * @throws Refusal 'part-unreadable', 'part-repeated', 'part-other', 'parts-few', 'parts-wrong'; none repeats a word
 */
export async function putTogether(
  texts: readonly string[],
): Promise<{ keyring: Keyring; key: string; mark: string }> {
  const parts = texts.map(readPart)
  const [first] = parts
  if (!first) throw new Refusal('parts-few', { values: { needed: 2 } })
  for (const [at, part] of parts.entries()) {
    const same = parts.findIndex(({ share }) => share.at(-1) === part.share.at(-1))
    if (!fits(part, first)) throw partRefusal('part-other', at)
    if (same < at) throw partRefusal('part-repeated', at, { other: same + 1 })
  }
  if (parts.length < first.threshold) throw new Refusal('parts-few', { values: { needed: first.threshold } })
  const key = Buffer.from(await combine(parts.map(({ share }) => new Uint8Array(share)))).toString('base64')
  const keyring = keyringOf(key)
  if (!keyring.currentId.startsWith(first.keyCheck)) throw new Refusal('parts-wrong')
  return { keyring, key, mark: first.escrow }
}

const fits = (one: Part, other: Part) =>
  one.escrow === other.escrow && one.keyCheck === other.keyCheck && one.threshold === other.threshold

function readPart(text: string, at: number): Part {
  try {
    return partFromWords(text)
  } catch (error) {
    if (!(error instanceof PartFault)) throw error
    throw partRefusal('part-unreadable', at)
  }
}

/** Refuses one part, by the field that it was typed into. */
function partRefusal(
  code: 'part-unreadable' | 'part-repeated' | 'part-other',
  at: number,
  more: Record<string, number> = {},
): Refusal {
  const values = { part: at + 1, ...more }
  return new Refusal(code, { values, fields: { [`parts.${at}`]: fill(errors[code].message, values) } })
}
