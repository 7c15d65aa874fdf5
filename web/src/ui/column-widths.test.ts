import { expect, test } from 'vitest'
import { breakpoints, briefColumns } from './column-widths.ts'

test('the name keeps its 180 px beside the other columns', () => {
  const { whole, cards } = breakpoints([
    {},
    { width: '13%', minor: true },
    { width: '20%' },
    { width: '24rem' },
  ])
  expect(cards * 0.8 - 24).toBeCloseTo(13)
  expect(whole * 0.67 - 24).toBeCloseTo(13)
})

test('an extra column gives way before the minor ones', () => {
  const { every, whole } = breakpoints([
    {},
    { width: '30rem', minor: true },
    { width: '7rem', minor: 'extra' },
  ])
  expect([every, whole]).toEqual([50, 43])
})

test('columns without a width share what is left', () => {
  expect(breakpoints([{}, {}, { width: '20rem' }]).cards).toBeCloseTo(46)
})

test('on a phone a row is a card, however few columns there are; columns that leave nothing are always cards', () => {
  expect(breakpoints([{}])).toEqual({ every: 38, whole: 38, cards: 38 })
  expect(breakpoints([{}, { width: '60%' }, { width: '40%' }]).cards).toBe(Number.POSITIVE_INFINITY)
})

test('on a phone a row shows what is brief, or else the first two columns that are not minor', () => {
  const name = { kind: 'main' } as const
  const actions = { kind: 'actions' } as const
  const [minor, first, second, third] = [{ minor: true }, { kind: 'number' }, {}, {}] as const
  expect(briefColumns([name, minor, first, second, third, actions])).toEqual([first, second])
  const said = { brief: true }
  expect(briefColumns([name, first, said, actions])).toEqual([said])
  expect(briefColumns([first, second])).toEqual([second])
})
