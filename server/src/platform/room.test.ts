import { expect, test, vi } from 'vitest'
import { keepRoom, measureRoom, NoRoomError } from './room.ts'

const reserve = 100

test('there is enough space while more than the reserve and the announced bytes is free', () => {
  let free = 150
  const room = keepRoom('/data', reserve, () => free)
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const measureAgain = () => vi.advanceTimersByTime(1_000)
    expect(room.enough()).toBe(true)
    const first = room.announce(40)
    expect(() => room.announce(20)).toThrow(NoRoomError)
    // A refused announcement no longer counts.
    room.announce(10).end()

    first.written(30)
    free = 120
    measureAgain()
    expect(room.enough()).toBe(true)
    // Bytes beyond the announced ones are measured as they are written.
    first.written(60)
    free = 99
    measureAgain()
    expect(() => first.written(61)).toThrow(NoRoomError)
    expect(room.enough()).toBe(false)
    first.end()
    free = 100
    measureAgain()
    expect(room.enough()).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('a folder that does not exist yet has the space of its parent', () => {
  expect(measureRoom('/tmp/still-to-be-made')).toBeGreaterThan(0)
})
