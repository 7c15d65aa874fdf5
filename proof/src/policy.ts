import { verifierOf } from './cosignature.ts'
import { ProofError } from './error.ts'
import { COSIGNATURE, ED25519, type Verifier } from './note.ts'

/** Limit of lines of a policy that say something; the specification asks for 32 of each kind. */
const MAX_LINES = 1000

interface Witness {
  verifier: Verifier
  url?: string
}

/** Signers that a checkpoint must have (c2sp.org/tlog-policy). */
export interface Policy {
  logs: { verifier: Verifier; url?: string }[]
  witnesses: Map<string, Witness>
  groups: Map<string, { needed: number; members: string[] }>
  /** Name of a witness or group, or `none`. */
  quorum: string
}

const addressOf = (url: string | undefined) => (url === undefined ? {} : { url })

function verifierOfType(text: string, type: number, others: readonly Verifier[]): Verifier {
  const verifier = verifierOf(text)
  if (verifier.key.type !== type) throw new ProofError('The policy has a key of the wrong kind.')
  // Two keys are the same if their bytes are, whatever they are called.
  if (others.some(({ key }) => key.key.join() === verifier.key.key.join()))
    throw new ProofError('The policy has a key twice.')
  return verifier
}

/** Policy of its text. Refused: names that are not defined above their line, names and keys that stand there twice, no quorum or two. */
export function parsePolicy(text: string): Policy {
  const policy: Policy = { logs: [], witnesses: new Map(), groups: new Map(), quorum: '' }
  const used = new Set<string>()
  const isDefined = (name: string) => policy.witnesses.has(name) || policy.groups.has(name)
  const needNew = (name: string) => {
    if (name === 'none' || isDefined(name)) throw new ProofError(`The policy defines ${name} twice.`)
  }
  const needDefined = (name: string) => {
    if (!isDefined(name)) throw new ProofError(`The policy names ${name} before it defines it.`)
  }
  const kinds: Record<string, (words: string[]) => void> = {
    log: ([key = '', url, ...more]) => {
      if (more.length > 0) throw new ProofError('A line of the policy is too long.')
      const others = policy.logs.map(({ verifier }) => verifier)
      policy.logs.push({ verifier: verifierOfType(key, ED25519, others), ...addressOf(url) })
    },
    witness: ([name = '', key = '', url, ...more]) => {
      if (more.length > 0) throw new ProofError('A line of the policy is too long.')
      needNew(name)
      const others = [...policy.witnesses.values()].map(({ verifier }) => verifier)
      policy.witnesses.set(name, {
        verifier: verifierOfType(key, COSIGNATURE, others),
        ...addressOf(url),
      })
    },
    group: ([name = '', count = '', ...members]) => {
      needNew(name)
      members.forEach((member) => {
        needDefined(member)
        if (used.has(member)) throw new ProofError(`The policy has ${member} in two groups.`)
        used.add(member)
      })
      const needed = count === 'any' ? 1 : count === 'all' ? members.length : Number(count)
      if (!/^(any|all|[1-9][0-9]*)$/.test(count) || needed < 1 || needed > members.length)
        throw new ProofError(`The policy asks ${name} for an impossible number.`)
      policy.groups.set(name, { needed, members })
    },
    quorum: ([name = '', ...more]) => {
      if (policy.quorum !== '' || more.length > 0) throw new ProofError('The policy has two quorums.')
      if (name !== 'none') needDefined(name)
      policy.quorum = name
    },
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the specification allows tab and new line only
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(text)) throw new ProofError('The policy has a control character.')
  const lines = text.split('\n').map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''))
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (said.length > MAX_LINES) throw new ProofError('The policy is too long.')
  for (const line of said) {
    const [kind = '', ...words] = line.split(/[ \t]+/)
    const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!read) throw new ProofError(`The policy has a line of an unknown kind: ${kind}.`)
    read(words)
  }
  if (policy.quorum === '') throw new ProofError('The policy has no quorum.')
  return policy
}

/** Says whether these witnesses, by their names in the policy, are enough for its quorum. */
export function meetsQuorum(policy: Policy, cosigned: ReadonlySet<string>): boolean {
  const has = (name: string): boolean => {
    const group = policy.groups.get(name)
    return group ? group.members.filter(has).length >= group.needed : cosigned.has(name)
  }
  return policy.quorum === 'none' || has(policy.quorum)
}
