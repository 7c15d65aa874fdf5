import { expect, test, vi } from 'vitest'
import { keepRoom, measureRoom, NoRoomError } from './room.ts'

const reserve = 100

test('there is room while more than the reserve and what was announced is free', () => {
  let free = 150
  const room = keepRoom('/data', reserve, () => free)
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const measureAgain = () => vi.advanceTimersByTime(1_000)
    expect(room.enough()).toBe(true)
    const first = room.announce(40)
    expect(() => room.announce(20)).toThrow(NoRoomError)
    // A refused announcement counts no more.
    room.announce(10).end()

    first.written(30)
    free = 120
    measureAgain()
    expect(room.enough()).toBe(true)
    // More than was announced is measured as it comes.
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

test('the room of a folder that is still to be made is that of its parent', () => {
  expect(measureRoom('/tmp/still-to-be-made')).toBeGreaterThan(0)
})
