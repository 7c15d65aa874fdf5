import { ProofError } from '@deedbox/proof/error.ts'
import { type Verifier, verifierKeyText } from '@deedbox/proof/note.ts'
import { type Policy, parsePolicy } from '@deedbox/proof/policy.ts'

export interface NamedWitness {
  name: string
  /** Owner, as the comment right above its line says; empty where none does. */
  owner: string
  /** Text of its verifier key. */
  key: string
  verifier: Verifier
  /** Address before `/add-checkpoint`. */
  url: string
}

/** Witnesses of a deployment and how many of them have to have signed. */
export interface Witnesses {
  /** Lines of the policy as the operator wrote them. */
  text: string
  policy: Policy
  all: NamedWitness[]
}

const ownersOf = (text: string): Map<string, string> => {
  const owners = new Map<string, string>()
  let comment = ''
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [kind, name] = line.split(/[ \t]+/)
    if (kind === 'witness' && name !== undefined) owners.set(name, comment)
    comment = line.startsWith('#') ? line.replace(/^#+\s*/, '') : ''
  }
  return owners
}

/** Witnesses of a policy (c2sp.org/tlog-policy), each with its address. @throws ProofError for anything else */
export function readWitnesses(given: string): Witnesses {
  const text = `${given.trim()}\n`
  const policy = parsePolicy(text)
  const owners = ownersOf(text)
  const all = [...policy.witnesses].map(([name, { verifier, url = '' }]) => {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new ProofError(`The witness ${name} has no address that begins with https:// or http://.`)
    const owner = owners.get(name) ?? ''
    return { name, owner, key: verifierKeyText(verifier.key), verifier, url: url.replace(/\/+$/, '') }
  })
  if (policy.logs.length > 0)
    throw new ProofError('The log is named by Deedbox itself: leave out lines of logs.')
  return { text, policy, all }
}

/** Says what is wrong with such a policy; null where nothing is. */
export function faultOfWitnesses(text: string): string | null {
  try {
    readWitnesses(text)
    return null
  } catch (error) {
    if (error instanceof ProofError) return error.message
    throw error
  }
}
