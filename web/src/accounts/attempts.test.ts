import { minuteMs } from '@deedbox/contract/durations.ts'
import { expect, test } from 'vitest'
import { clearFailures, lockedMinutes, lockedText, recordFailure } from './attempts.ts'

function memoryStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    kept,
  }
}

test('the fifth failure locks for 15 minutes, for that email only', () => {
  const store = memoryStore()
  for (let n = 0; n < 4; n += 1) recordFailure(store, 'jane@example.com', n)
  expect(lockedMinutes(store, 'jane@example.com', 5)).toBe(0)
  recordFailure(store, ' Jane@Example.com ', 5)
  expect(lockedMinutes(store, 'jane@example.com', 5)).toBe(15)
  expect(lockedMinutes(store, 'john@example.com', 5)).toBe(0)
  expect(lockedMinutes(store, 'jane@example.com', 5 + 14.5 * minuteMs)).toBe(1)
  expect(lockedMinutes(store, 'jane@example.com', 5 + 15 * minuteMs)).toBe(0)
})

test('success clears the count and leaves nothing behind', () => {
  const store = memoryStore()
  recordFailure(store, 'jane@example.com', 0, 5)
  expect(lockedMinutes(store, 'jane@example.com', 1)).toBe(15)
  clearFailures(store, 'jane@example.com', 2)
  expect(store.kept.size).toBe(0)
})

test('a damaged record counts as none', () => {
  const store = memoryStore()
  store.setItem('deedbox-login-attempts', '{nonsense')
  expect(lockedMinutes(store, 'jane@example.com', 0)).toBe(0)
})

test('the words', () => {
  expect(lockedText(15)).toBe('Account temporarily locked. Please try again in 15 minutes.')
  expect(lockedText(7)).toBe('Please wait 7 minutes before trying again')
  expect(lockedText(1)).toBe('Please wait 1 minute before trying again')
})
