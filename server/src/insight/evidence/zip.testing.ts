import type { Evidence } from '@deedbox/contract/evidence.ts'
import { zipFiles } from '@deedbox/proof/zip-files.ts'
import { expect } from 'vitest'
import type { Person, TestApp } from '../../testing/app.ts'

const base = '/api/audit/evidence'

export const startEvidence = (app: TestApp, as: Person, filter: object, withDocuments = true) =>
  app.call(as, 'POST', base, { filter, withDocuments })

/** Makes evidence and fetches it whole. */
export async function evidenceZip(
  app: TestApp,
  as: Person,
  filter: object,
  withDocuments = true,
): Promise<Buffer> {
  const begun = await startEvidence(app, as, filter, withDocuments)
  expect(begun.statusCode, begun.body).toBe(201)
  const { id } = begun.json<{ evidence: Evidence }>().evidence
  const answer = await app.call(as, 'GET', `${base}/${id}/content`)
  expect(answer.statusCode).toBe(200)
  const state = async () =>
    (await app.call(as, 'GET', `${base}/${id}`)).json<{ evidence: Evidence }>().evidence.state
  await expect.poll(state).toBe('done')
  return answer.rawPayload
}

export const filesIn = (zip: Buffer) =>
  zipFiles({ size: zip.length, read: async (from, to) => new Uint8Array(zip.subarray(from, to)) })

export async function bytesIn(zip: Buffer, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of (await filesIn(zip)).read(name)) pieces.push(piece)
  return Buffer.concat(pieces)
}
