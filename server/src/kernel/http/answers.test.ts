import { endpoint } from '@deedbox/contract/endpoint.ts'
import { instant } from '@deedbox/contract/fields.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { expectAnswer } from './answers.ts'

/* Tests that every test over HTTP checks its answers in this way: nothing leaves that the contract does not name. */

const person = z.object({ name: z.string(), seenAt: instant.optional() })
const call = endpoint({
  id: 'people',
  summary: 'People',
  who: 'public',
  response: z.object({
    people: z.array(person),
    head: z.union([person, z.object({ role: z.string() })]).nullable(),
    counts: z.record(z.string(), z.number()),
  }),
})
const answering = (answer: unknown) => () => expectAnswer('GET /api/people', call, answer)
const ada = { name: 'Ada', seenAt: new Date(0) }
const right = { people: [ada], head: { role: 'admin' }, counts: { any: 1 } }

test('an answer has the fields of its schema and no others, however deep', () => {
  answering(right)()
  answering({ ...right, head: null, password: undefined })()
  expect(answering({ ...right, total: 1 })).toThrow('GET /api/people answers with answer.total, which')
  expect(answering({ ...right, people: [ada, { ...ada, password: 'x' }] })).toThrow(
    'answer.people[].password',
  )
  expect(answering({ ...right, head: { role: 'admin', token: null } })).toThrow('answer.head.token')
  expect(answering({ ...right, counts: { any: 'one' } })).toThrow('expected number')
  expect(answering(undefined)).toThrow()
})
