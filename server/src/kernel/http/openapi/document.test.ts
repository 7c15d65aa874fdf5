import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { openApiDocument } from './document.ts'
import { exampleOf } from './examples.ts'
import type { Operation } from './operation.ts'
import { referencePage } from './page.ts'
import { schemaOf } from './schemas.ts'
import { tags } from './tags.ts'

const document = openApiDocument({
  name: 'Deedbox',
  supportEmail: 'support@deedbox.test',
  cookieName: 'deedbox.session_token',
  authApi: true,
})
const calls = Object.entries<Endpoint>(endpoints)

test('the document lints without an error or a warning', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('every call belongs to a part', () => {
  const names: string[] = tags.map(({ name }) => name)
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as Operation[]
  expect(operations.filter((one) => !names.includes(one.tags[0] ?? '')).map((one) => one.tags)).toEqual([])
})

test('every example is what its schema accepts', () => {
  const problems: unknown[] = []
  const check = (key: string, type: z.ZodType, io: 'input' | 'output') => {
    const schema = schemaOf(type, io)
    const parsed = type.safeParse(exampleOf(schema))
    if (!parsed.success) problems.push([key, io, parsed.error.issues])
  }
  for (const [key, { params, query, body, response, sends }] of calls) {
    for (const input of [params, query, body]) if (input) check(key, input, 'input')
    if (!sends) check(key, response, 'output')
  }
  expect(problems).toEqual([])
})

test('the page shows every call, or those of one part', () => {
  const whole = referencePage()
  expect(calls.filter(([, { id }]) => !whole.includes(`id="${id}"`))).toEqual([])
  const part = referencePage(tags[0].name)
  expect(part).toContain('id="uploadDocument"')
  expect(part).not.toContain('id="changeSettings"')
  expect(whole).not.toContain('<script')
})
