import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fairQueue, TooManyWaitingError } from './queue.ts'

const once = { atOnce: 1, atOnceEach: 1, waitingEach: 100 }

/** Makes a queue of work that ends on command, and what was started, in order. */
function queueOf(limits: Parameters<typeof fairQueue>[0]) {
  const enqueue = fairQueue(limits)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (person: string, name: string, signal?: AbortSignal) =>
    enqueue({ person, signal }, async () => {
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

test('people are served one after the other, and each person’s work in order', async () => {
  const { ask, started, end } = queueOf(once)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name.charAt(0), name))
  while (await end());
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('one person never holds all that runs', async () => {
  const { ask, started, end } = queueOf({ atOnce: 3, atOnceEach: 2, waitingEach: 100 })
  for (let n = 1; n <= 5; n++) void ask('a', `a${n}`)
  expect(started).toEqual(['a1', 'a2'])
  void ask('b', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  while (await end());
  expect(started).toHaveLength(6)
})

test('abandoned work is never started and frees its place', async () => {
  const { ask, started, end } = queueOf({ ...once, waitingEach: 2 })
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

test('failed work makes way for the next', async () => {
  const enqueue = fairQueue(once)
  const failing = enqueue({ person: 'a' }, () => Promise.reject(new Error('broken')))
  const next = enqueue({ person: 'a' }, async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

test('nobody waits for more than one piece of work of each other person', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 }),
      async (people) => {
        const { ask, started, end } = queueOf(once)
        for (const [n, person] of people.entries()) void ask(person, `${person}${n}`)
        void ask('x', 'x')
        while (await end());
        expect(started).toHaveLength(people.length + 1)
        // The first runs before x comes.
        expect(started.indexOf('x')).toBeLessThanOrEqual(new Set(people).size + 1)
        for (const person of people) {
          const own = started.filter((name) => name.startsWith(person))
          expect(own).toEqual([...own].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))))
        }
      },
    ),
  )
})
