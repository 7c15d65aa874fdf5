import { expectTypeOf, test } from 'vitest'
import type { useServerForm } from './form.tsx'
import type { TypedDay } from './typed-day.ts'

test('a form with a date field needs a rule for it, and sends a day', () => {
  type Options = Parameters<typeof useServerForm<{ name: string; until: TypedDay }>>[0]
  type Sent = Parameters<Options['send']>[0]
  expectTypeOf<Options>().toExtend<{ days: { until: unknown } }>()
  expectTypeOf<Sent>().toEqualTypeOf<{ name: string; until: string | null }>()
  type Plain = Parameters<typeof useServerForm<{ name: string }>>[0]
  expectTypeOf<Plain>().toExtend<{ days?: never }>()
  const base = { initialValues: { name: '', until: { typed: '' } }, send: async () => {} }
  // @ts-expect-error: typed text could be ignored if there were no rule.
  const forgotten: Options = base
  expectTypeOf(forgotten).toExtend<object>()
})
