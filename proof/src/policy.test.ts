import { expect, test } from 'vitest'
import { cosignatureSigner } from './cosignature.ts'
import { ProofError } from './error.ts'
import { ed25519Signer, verifierKeyText } from './note.ts'
import { meetsQuorum, parsePolicy } from './policy.ts'

const log = verifierKeyText(ed25519Signer('example.com/log', new Uint8Array(32).fill(9)).key)
const key = (at: number) =>
  verifierKeyText(cosignatureSigner(`w${at}.example`, new Uint8Array(32).fill(at), 1).key)
const witnesses = ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3']
  .map((name, at) => `witness ${name} ${key(at)}`)
  .join('\n')

/** The example of c2sp.org/tlog-policy. */
const example = `log ${log}

${witnesses}
# Two of one, one of the other.
group X-witnesses 2 X1 X2 X3
group\tY-witnesses  any Y1 Y2 Y3
 group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`

test.each([
  [['X1', 'X2', 'Y3'], true],
  [['X1', 'X2', 'X3'], false],
  [['X1', 'Y1', 'Y2'], false],
  [[], false],
])('%j meet the quorum of the example: %j', (names, meets) => {
  expect(meetsQuorum(parsePolicy(example), new Set(names))).toBe(meets)
})

test('a quorum of one witness, or of none', () => {
  expect(meetsQuorum(parsePolicy('quorum none'), new Set())).toBe(true)
  const one = parsePolicy(`witness A ${key(1)} https://w.example\nquorum A`)
  expect(meetsQuorum(one, new Set(['A']))).toBe(true)
  expect(meetsQuorum(one, new Set())).toBe(false)
  expect(one.witnesses.get('A')?.url).toBe('https://w.example')
})

test.each([
  ['no quorum', `log ${log}`],
  ['two quorums', 'quorum none\nquorum none'],
  ['a quorum that nobody defined', 'quorum A'],
  ['a name twice', `witness A ${key(1)}\nwitness A ${key(2)}\nquorum A`],
  ['a key twice', `witness A ${key(1)}\nwitness B ${key(1)}\nquorum A`],
  ['the name none', `witness none ${key(1)}\nquorum none`],
  ['a group of what follows', `group G any A\nwitness A ${key(1)}\nquorum G`],
  ['a witness in two groups', `witness A ${key(1)}\ngroup G any A\ngroup H any A\nquorum G`],
  ['a witness twice in a group', `witness A ${key(1)}\ngroup G 2 A A\nquorum G`],
  ['too high a number', `witness A ${key(1)}\ngroup G 2 A\nquorum G`],
  ['the number 0', `witness A ${key(1)}\ngroup G 0 A\nquorum G`],
  ['a group of nobody', 'group G all\nquorum G'],
  ["a log's key as a witness", `witness A ${log}\nquorum A`],
  ["a witness's key as a log", `log ${key(1)}\nquorum none`],
  ['a log twice', `log ${log}\nlog ${log}\nquorum none`],
  ['an unknown line', 'toString x\nquorum none'],
  ['a carriage return', 'quorum none\r\n'],
])('a policy with %s is refused', (_, text) => {
  expect(() => parsePolicy(text)).toThrow(ProofError)
})
