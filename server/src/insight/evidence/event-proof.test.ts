import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { getEventProof } from '@deedbox/contract/evidence.ts'
import { fromBase64 } from '@deedbox/proof/bytes.ts'
import { verify } from '@deedbox/proof/verdict.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const list = async (as: Person, query: Record<string, string> = {}) =>
  (await app.call(as, 'GET', `/api/audit/events?${new URLSearchParams(query)}`)).json().events
const ask = (as: Person | null, id: number) => app.call(as, 'GET', `/api/audit/proofs/${id}`)
const proofOf = async (as: Person, id: number) =>
  (await ask(as, id)).json<SchemaOutput<typeof getEventProof.response>>().proof

test('each event has its proof one call away, with what the person may read of it', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const stranger = await app.person('requestor')
  const deed = await upload(app, trustee, { title: 'Smith deed', clientName: 'Zoë Smith' })
  const [event] = await list(trustee, { document: deed.id, event: 'document_uploaded' })
  await app.services.log.catchUp()
  const said = async (as: Person) => {
    const proof = await proofOf(as, event.id)
    if (!proof) throw new Error('It has a proof.')
    const { events } = verify(
      [
        {
          name: 'it',
          leaf: fromBase64(proof.leaf),
          proof: proof.text,
          disclosures: proof.disclosures,
        },
      ],
      proof.key,
    )
    return events[0]?.says
  }
  expect((await said(admin))?.get('actor_email')).toBe(trustee.email)
  expect((await said(admin))?.has('request_id')).toBe(true)
  const seen = await said(trustee)
  expect(seen?.get('details.sha256')).toMatch(/^[0-9a-f]{64}$/)
  expect(seen?.get('document_id')).toBe(deed.id)
  expect(seen?.has('request_id')).toBe(false)
  expect((await ask(stranger, event.id)).statusCode).toBe(404)
  expect((await ask(null, event.id)).statusCode).toBe(401)
})

test('events are found by a client, whatever the case and accents of the name, deleted documents too', async () => {
  const trustee = await app.person('trustee')
  const admin = await app.person('admin')
  const kept = await upload(app, trustee, { title: 'Trust deed', clientName: 'Éloïse Brown' })
  const gone = await upload(app, trustee, { title: 'Old deed', clientName: 'Eloise BROWN' })
  await upload(app, trustee, { title: 'Another', clientName: 'Brown' })
  await app.call(trustee, 'DELETE', `/api/documents/${gone.id}`)
  const found = await list(admin, { client: 'eloise brown', event: 'document_uploaded' })
  expect(found.map(({ documentId }: { documentId: string }) => documentId).toSorted()).toEqual(
    [kept.id, gone.id].toSorted(),
  )
  const stranger = await app.person('requestor')
  expect(await list(stranger, { client: 'Eloise Brown' })).toEqual([])
})
