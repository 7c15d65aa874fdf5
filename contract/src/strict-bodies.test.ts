import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

type Schema = { type?: string; additionalProperties?: unknown; anyOf?: Schema[] }

/** Tells whether a schema accepts a body with a field that it does not name. */
const isOpen = ({ type, additionalProperties, anyOf }: Schema): boolean =>
  anyOf ? anyOf.some(isOpen) : type !== 'object' || additionalProperties !== false

/* People who mistype a field are told, and nobody sets one that is not theirs. The clients of /auth/v1 send fields of their own. */
test('no call takes a body with fields that it does not name', () => {
  const bodies = Object.entries<Endpoint>(endpoints).filter(([, { body, errors }]) => body && !errors)
  expect(bodies.length).toBeGreaterThan(50)
  const schemaOf = (body: z.ZodType) =>
    z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
  expect(bodies.filter(([, { body }]) => body && isOpen(schemaOf(body))).map(([key]) => key)).toEqual([])
})
