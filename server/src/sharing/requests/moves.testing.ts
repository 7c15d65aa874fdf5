import fc from 'fast-check'

/* The steps that moves.test.ts takes in every order, by anyone. */

export const callers = {
  requester: 'requestor',
  colleague: 'requestor',
  guest: 'guest',
  owner: 'trustee',
  trustee: 'trustee',
  newcomer: 'trustee', // unconfirmed, with a document of their own
  admin: 'admin',
  head: 'b2b_admin',
  nobody: '',
} as const
export type Caller = keyof typeof callers
export const everyone = Object.keys(callers) as Caller[]
const grantees = ['requester', 'colleague', 'guest'] as const

/** `at` picks one of the existing requests or grants, `of` one of two documents. */
export type Step = { by: Caller; at: number; of: 0 | 1 } & (
  | { call: 'ask'; named: boolean }
  | { call: 'extend'; duration: '1-month' | '1-year' | 'custom'; days: number }
  | { call: 'approve'; level: 'view' | 'download' | null; days: number | null; choose: boolean }
  | { call: 'share'; to: (typeof grantees)[number]; days: number | null }
  | { call: 'renew'; days: number | null }
  | { call: 'deny' | 'withdraw' | 'remind' | 'remove' | 'revoke' | 'expire' | 'lapse' }
  | { call: 'wait'; days: number }
)

/** Draws a caller, mostly a person who may do it, often anybody. */
const by = (...usual: Caller[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 2, arbitrary: fc.constantFrom(...everyone) },
  )
const common = { at: fc.nat(7), of: fc.constantFrom(0 as const, 1 as const) }
const few = fc.constantFrom(-1, 0, 3, 45, 400, 4_000)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const reviewers = by('owner', 'trustee', 'newcomer', 'admin')
const call = <C extends Step['call']>(name: C) => fc.constant(name)
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ ...common, call: call('ask'), by: by('requester', 'colleague'), named: fc.boolean() }),
  fc.record({
    ...common,
    call: call('extend'),
    by: by('requester', 'colleague'),
    duration: fc.constantFrom('1-month', '1-year', 'custom'),
    days: few,
  }),
  fc.record({
    ...common,
    call: call('approve'),
    by: reviewers,
    level: fc.constantFrom('view', 'download', null),
    days: maybe(few),
    choose: fc.boolean(),
  }),
  fc.record({
    ...common,
    call: call('share'),
    by: reviewers,
    to: fc.constantFrom(...grantees),
    days: maybe(few),
  }),
  fc.record({ ...common, call: call('renew'), by: reviewers, days: maybe(few) }),
  fc.record({ ...common, call: fc.constantFrom('deny', 'revoke'), by: reviewers }),
  fc.record({ ...common, call: fc.constantFrom('withdraw', 'remove'), by: by(...grantees) }),
  fc.record({ ...common, call: call('remind'), by: by('requester', 'owner') }),
  fc.record({ ...common, call: fc.constantFrom('expire', 'lapse'), by: fc.constant('nobody' as const) }),
  fc.record({
    ...common,
    call: call('wait'),
    by: fc.constant('nobody' as const),
    days: fc.constantFrom(1, 2, 31, 541),
  }),
)

const base = { at: 0, of: 0 as const }
const approval = { ...base, call: 'approve', by: 'owner', level: null, days: null, choose: false } as const
const ask = { ...base, call: 'ask', by: 'requester', named: true } as const
const wait = (days: number) => ({ ...base, call: 'wait', by: 'nobody', days }) as const
const job = (name: 'expire' | 'lapse') => ({ ...base, call: name, by: 'nobody' }) as const
const does = (name: 'deny' | 'withdraw' | 'remind' | 'remove' | 'revoke', who: Caller) =>
  ({ ...base, call: name, by: who }) as const
const share = { ...base, call: 'share', by: 'owner', to: 'requester', days: 3 } as const
const extend = { ...base, call: 'extend', by: 'requester', duration: '1-month', days: 0 } as const
const renew = { ...base, call: 'renew', by: 'admin', days: 45 } as const
/** Examples of every move of the tables at least once. */
export const examples: [Step[]][] = [
  [[ask, approval, approval, does('remove', 'requester'), does('remove', 'requester')]],
  [[ask, does('deny', 'newcomer'), does('deny', 'trustee'), does('withdraw', 'requester')]],
  [[ask, wait(2), does('remind', 'requester'), does('remind', 'owner'), does('withdraw', 'requester')]],
  [[ask, wait(31), job('lapse'), approval]],
  [[share, share, renew, does('revoke', 'trustee'), renew]],
  [[share, wait(31), job('expire'), does('revoke', 'trustee'), renew]],
  [[{ ...share, days: null }, wait(541), job('expire'), renew]],
  [[share, extend, approval, extend]],
  [[share, wait(31), share, ask, approval]],
]
