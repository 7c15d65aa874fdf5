import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { callWith, newToken } from './tokens.testing.ts'

const run = promisify(execFile)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { listen: true })
})
afterAll(() => app.stop())

/** Reads the longest block of shell lines in docs/api.md. */
async function script(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
  const blocks = Array.from(text.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = '']) => block)
  return blocks.sort((a, b) => b.length - a.length)[0] ?? ''
}

test('the lines of docs/api.md, as they stand there, upload and share a document', async () => {
  const lines = await script()
  expect(lines.trim().split('\n').length).toBeLessThanOrEqual(10)
  const trustee = await app.person('trustee')
  await app.person('requestor', { email: 'jane.citizen@example.com' })
  const { secret } = await newToken(app, trustee)
  const env = { ...process.env, DEEDBOX: app.services.place().publicUrl, TOKEN: secret }
  await run('bash', ['-euo', 'pipefail', '-c', lines], { cwd: app.dataDir, env })
  expect(await readFile(join(app.dataDir, 'copy.txt'), 'utf8')).toBe('I leave the box to my granddaughter.\n')
  const { documents } = (await callWith(app, secret, 'GET', '/api/documents?search=quill')).json()
  expect(documents).toMatchObject([{ title: 'Will of Wilhelmina Quill', fileName: 'will.txt' }])

  const access = `/api/documents/${documents[0].id}/access`
  const terms = { email: 'jane.citizen@example.com', accessLevel: 'download' }
  expect((await callWith(app, secret, 'POST', access, terms)).statusCode).toBe(201)
  const { grants } = (await callWith(app, secret, 'GET', access)).json()
  expect(grants, 'shared again, it is one access with the terms given last').toMatchObject([
    { userEmail: 'jane.citizen@example.com', accessLevel: 'download', status: 'active' },
  ])
})
