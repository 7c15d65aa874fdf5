import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authAccounts, profiles } from '../../db/tables/accounts.ts'
import type { Person } from '../../testing/app.ts'
import { type Accounts, codeOf, eventNames, goodPassword, startAccounts } from './accounts.testing.ts'
import { createPasswords, derive, owaspCost } from './passwords.ts'

const quick = { ln: 1, r: 8, p: 1 }

test('the vectors of RFC 7914, section 12', async () => {
  const hex = async (...given: Parameters<typeof derive>) => (await derive(...given)).toString('hex')
  expect(await hex('', '', { ln: 4, r: 1, p: 1 })).toBe(
    '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
  )
  expect(await hex('password', 'NaCl', { ln: 10, r: 8, p: 16 })).toBe(
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
  )
  expect(await hex('pleaseletmein', 'SodiumChloride', { ln: 14, r: 8, p: 1 })).toBe(
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
  )
})

test('hashes cost what OWASP asks for, name it, and are salted', async () => {
  const { hash, verify, check } = createPasswords()
  const [one, other] = await Promise.all([hash(goodPassword), hash(goodPassword)])
  expect(one).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{86}$/)
  expect(other).not.toBe(one)
  expect(await check(one, goodPassword)).toEqual({ right: true, renewed: null })
  expect(await verify({ hash: one, password: `${goodPassword} ` })).toBe(false)
})

test('a password is the same in every normal form of Unicode', async () => {
  const { hash, verify } = createPasswords(quick)
  expect(await verify({ hash: await hash('caf\u00e9-Key-1887'), password: 'cafe\u0301-Key-1887' })).toBe(true)
})

test('a password counts to its last character, as it was typed', async () => {
  const { hash, verify } = createPasswords(quick)
  const longest = `${'Wax-Seal-'.repeat(14)}é1`
  const stored = await hash(longest)
  expect(await verify({ hash: stored, password: longest })).toBe(true)
  for (const password of [`${longest.slice(0, -1)}2`, longest.toLowerCase(), ` ${longest}`, `${longest} `])
    expect(await verify({ hash: stored, password })).toBe(false)
})

test.each(['', 'secret', '$scrypt$ln=18,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$'.padEnd(132, 'A')])(
  'what is no hash of ours lets nobody in: %s',
  async (hash) => {
    const { check } = createPasswords(quick)
    expect(await check(hash, goodPassword).catch(() => 'an error')).not.toMatchObject({ right: true })
  },
)

test('a wrong password takes as much work for an old hash, a new one and an unknown email', async () => {
  const worked: number[] = []
  const { hash, check } = createPasswords(owaspCost, (password, salt, cost) => {
    worked.push(2 ** cost.ln * cost.r * cost.p)
    return derive(password, salt, { ...quick, r: 1 })
  })
  const spent = async (stored: string | null) => {
    worked.length = 0
    expect(await check(stored, 'wrong')).toEqual({ right: false, renewed: null })
    return worked.reduce((sum, each) => sum + each, 0)
  }
  const newer = await hash(goodPassword)
  const older = `${'0'.repeat(32)}:${'0'.repeat(128)}`
  const full = 2 ** 17 * 8
  expect([await spent(null), await spent(newer), await spent(older)]).toEqual([full, full, full])
})

test('two hashes are made at once, 32 wait, and the next are refused until one is done', async () => {
  let running = 0
  let most = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { hash } = createPasswords(quick, async (...given) => {
    most = Math.max(most, ++running)
    await finished
    const key = await derive(...given)
    running--
    return key
  })
  const answers = Array.from({ length: 40 }, (_, n) =>
    hash(`${n}`).then(
      () => 'hashed',
      (error: Error) => ('code' in error ? error.code : error),
    ),
  )
  expect(await Promise.all(answers.slice(34))).toEqual(Array(6).fill('unavailable'))
  expect(running).toBe(2)
  finish()
  expect(await Promise.all(answers.slice(0, 34))).toEqual(Array(34).fill('hashed'))
  expect([running, most]).toEqual([0, 2])
  expect(await hash('afterwards')).toContain('$scrypt$')
})

let the: Accounts
/** Hashes wait until it is open. */
let gate = Promise.resolve()
/** Hash that better-auth wrote, as deployments and their backups hold it. */
let older: string
beforeAll(async () => {
  const passwords = createPasswords(quick, async (...given) => {
    await gate
    return derive(...given)
  })
  the = await startAccounts({}, { passwords })
  older = await hashPassword(goodPassword)
})
afterAll(() => the.stop())

const ofPerson = ({ id }: Person) =>
  and(eq(authAccounts.userId, id), eq(authAccounts.providerId, 'credential'))

async function stored(person: Person): Promise<string> {
  const [account] = await the.app.services.database.db.select().from(authAccounts).where(ofPerson(person))
  return account?.password ?? ''
}

async function olderPerson(email: string): Promise<Person> {
  const person = await the.newcomer(email)
  await the.app.services.database.db.update(authAccounts).set({ password: older }).where(ofPerson(person))
  return person
}

test('an old hash lets in, and is hashed anew by the sign-in; a wrong password changes nothing', async () => {
  const person = await olderPerson('older@example.com')
  expect(codeOf(await the.signIn(person.email, 'wrong'))).toBe('login-invalid')
  expect(await stored(person)).toBe(older)
  expect((await the.signIn(person.email)).statusCode).toBe(200)
  const renewed = await stored(person)
  expect(renewed).toMatch(/^\$scrypt\$ln=1,r=8,p=1\$/)
  expect(codeOf(await the.signIn(person.email, 'wrong'))).toBe('login-invalid')
  expect((await the.signIn(person.email)).statusCode).toBe(200)
  expect(await stored(person)).toBe(renewed)
  const names = await eventNames(the.app, person.email)
  expect(names).toEqual(['sign_in_failed', 'signed_in', 'sign_in_failed', 'signed_in'])
})

test('of sign-ins at once with an old hash all get in, and none counts as a failure', async () => {
  const person = await olderPerson('at-once@example.com')
  const answers = await Promise.all([1, 2, 3].map(() => the.signIn(person.email)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await eventNames(the.app, person.email)).toEqual(['signed_in', 'signed_in', 'signed_in'])
})

test('who is not let in keeps the old hash', async () => {
  const person = await olderPerson('away@example.com')
  const { db } = the.app.services.database
  await db
    .update(profiles)
    .set({ deactivatedAt: new Date() })
    .where(inArray(profiles.id, [person.id]))
  expect(codeOf(await the.signIn(person.email))).toBe('login-invalid')
  expect(await stored(person)).toBe(older)
})

test('a proof with the password hashes it anew, and only a right one', async () => {
  const person = await olderPerson('proves@example.com')
  const prove = (password: string) => the.post('/api/session/proof', { password }, '127.0.0.1', person)
  expect(codeOf(await prove('wrong'))).toBe('password-wrong')
  expect(await stored(person)).toBe(older)
  const answers = await Promise.all([prove(goodPassword), prove(goodPassword)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await stored(person)).toMatch(/^\$scrypt\$ln=1,r=8,p=1\$/)
})

test('while too many hashes wait, a sign-in is refused for now, with when to come again, and counts nowhere', async () => {
  const person = await the.newcomer('crowd@example.com')
  const { passwords } = the.app.services.auth
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const crowd = Array.from({ length: 34 }, () => passwords.hash(goodPassword))
  const answer = await the.signIn(person.email)
  open()
  await Promise.all(crowd)
  expect([answer.statusCode, answer.headers['retry-after'], codeOf(answer)]).toEqual([
    503,
    '5',
    'unavailable',
  ])
  expect((await the.signIn(person.email)).statusCode).toBe(200)
  expect(await eventNames(the.app, person.email)).toEqual(['signed_in'])
})

test('better-auth itself is given these hashes', async () => {
  const { password } = await the.app.services.auth.context()
  const hash = await password.hash(goodPassword)
  expect(hash).toMatch(/^\$scrypt\$/)
  expect(await password.verify({ hash, password: goodPassword })).toBe(true)
  await expect(verifyPassword({ hash, password: goodPassword })).rejects.toThrow()
})
