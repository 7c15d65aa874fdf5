import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fairTurns, TooManyWaitingError } from './turns.ts'

const once = { atOnce: 1, atOnceEach: 1, waitingEach: 100 }

/** Work that ends when it is told to, and what was started, in order. */
function bench(limits: Parameters<typeof fairTurns>[0]) {
  const take = fairTurns(limits)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (person: string, name: string, signal?: AbortSignal) =>
    take({ person, signal }, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  /** Ends the work that was started first and still runs; false when none does. */
  const end = async () => {
    const [name, resolve] = [...ends][0] ?? []
    if (name === undefined) return false
    ends.delete(name)
    resolve?.()
    await new Promise(setImmediate)
    return true
  }
  return { ask, started, end, running: () => ends.size }
}

test('people have turns one after the other, each their own in order', async () => {
  const { ask, started, end } = bench(once)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name.charAt(0), name))
  while (await end());
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('one person never holds all that runs', async () => {
  const { ask, started, end } = bench({ atOnce: 3, atOnceEach: 2, waitingEach: 100 })
  for (let n = 1; n <= 5; n++) void ask('a', `a${n}`)
  expect(started).toEqual(['a1', 'a2'])
  void ask('b', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  while (await end());
  expect(started).toHaveLength(6)
})

test('what nobody waits for any more is never started, and makes room', async () => {
  const { ask, started, end } = bench({ ...once, waitingEach: 2 })
  const running = ask('a', 'running')
  const leaving = new AbortController()
  const gone = [ask('a', 'gone 1', leaving.signal), ask('a', 'gone 2', leaving.signal)]
  await expect(ask('a', 'one too many')).rejects.toBeInstanceOf(TooManyWaitingError)
  leaving.abort(new Error('left'))
  for (const each of gone) await expect(each).rejects.toThrow('left')
  await expect(ask('a', 'late', leaving.signal)).rejects.toThrow('left')
  const kept = ask('a', 'kept')
  while (await end());
  expect([await running, await kept]).toEqual(['running', 'kept'])
  expect(started).toEqual(['running', 'kept'])
})

test('work that fails gives its turn to the next', async () => {
  const take = fairTurns(once)
  const failing = take({ person: 'a' }, () => Promise.reject(new Error('broken')))
  const next = take({ person: 'a' }, async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

test('whatever others ask for, nobody waits for more than one turn of each of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 }),
      async (people) => {
        const { ask, started, end } = bench(once)
        for (const [n, person] of people.entries()) void ask(person, `${person}${n}`)
        void ask('x', 'x')
        while (await end());
        expect(started).toHaveLength(people.length + 1)
        // The first runs before x comes.
        expect(started.indexOf('x')).toBeLessThanOrEqual(new Set(people).size + 1)
        for (const person of people) {
          const theirs = started.filter((name) => name.startsWith(person))
          expect(theirs).toEqual([...theirs].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))))
        }
      },
    ),
  )
})
