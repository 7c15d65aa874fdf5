import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Deedbox, Person } from './deedbox.ts'

/** Who takes part; made once for each Deedbox. */
export type Cast = { trustee: Person; requestor: Person }
type Document = { id: string; content: string; title: string }

/** One thing that people do, and what must hold afterwards, however it ended. */
export type Act = {
  name: string
  prepare(
    deedbox: Deedbox,
    cast: Cast,
  ): Promise<{
    run(): Promise<Response | null>
    /** @throws if what was acknowledged is missing, or something is half done */
    examine(acknowledged: boolean): Promise<void>
  }>
}

const json = async <T>(answer: Response | null, what: string): Promise<T> => {
  if (!answer?.ok)
    throw new Error(`${what}: ${answer ? `${answer.status} ${await answer.text()}` : 'no answer'}`)
  return (await answer.json()) as T
}

const send = (
  { call }: Deedbox,
  { trustee }: Cast,
  { title, content }: Pick<Document, 'title' | 'content'>,
) => call(trustee, 'POST', `/api/documents?fileName=deed.txt&title=${title}`, content)

const newDeed = () => {
  const title = `Deed-${randomUUID()}`
  return { title, content: `${title}\n`.repeat(2_000) }
}

async function store(deedbox: Deedbox, cast: Cast): Promise<Document> {
  const deed = newDeed()
  const { document } = await json<{ document: { id: string } }>(
    await send(deedbox, cast, deed),
    'storing a deed',
  )
  return { ...deed, id: document.id }
}

/** How often each of these events was recorded for the document. */
async function events({ rows }: Deedbox, documentId: string, event: string): Promise<number> {
  const found = await rows<{ n: number }>(
    `select count(*)::int as n from audit_events where document_id = '${documentId}' and event = '${event}'`,
  )
  return found[0]?.n ?? 0
}
const grantsOn = ({ rows }: Deedbox, documentId: string) =>
  rows<{ id: string; user_email: string }>(
    `select id, user_email from document_access where document_id = '${documentId}' and status = 'active'`,
  )
const mailsAbout = async ({ rows }: Deedbox, recipient: string): Promise<number> =>
  (
    await rows<{ n: number }>(`select count(*)::int as n from mail_messages where recipient = '${recipient}'`)
  )[0]?.n ?? 0

async function readable(deedbox: Deedbox, cast: Cast, { id, content }: Document): Promise<void> {
  const answer = await deedbox.call(cast.trustee, 'GET', `/api/documents/${id}/content`)
  assert.equal(answer?.status, 200, `the content of ${id}`)
  assert.equal(await answer?.text(), content)
}

async function listed(deedbox: Deedbox, cast: Cast, title: string, view = 'current'): Promise<string[]> {
  const path = `/api/documents?search=${title}&view=${view}`
  const found = await json<{ documents: { id: string }[] }>(
    await deedbox.call(cast.trustee, 'GET', path),
    'the list',
  )
  return found.documents.map(({ id }) => id)
}

export const upload: Act = {
  name: 'upload',
  async prepare(deedbox, cast) {
    const deed = newDeed()
    return {
      run: () => send(deedbox, cast, deed),
      async examine(acknowledged) {
        const [id, ...more] = await listed(deedbox, cast, deed.title)
        assert.equal(more.length, 0, 'stored twice')
        if (acknowledged) assert(id, 'an acknowledged upload is missing')
        if (!id) return
        await readable(deedbox, cast, { ...deed, id })
        assert.equal(await events(deedbox, id, 'document_uploaded'), 1)
      },
    }
  },
}

const share: Act = {
  name: 'share',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    const guest = await deedbox.person('guest')
    return {
      run: () =>
        deedbox.call(cast.trustee, 'POST', `/api/documents/${deed.id}/access`, { email: guest.email }),
      async examine(acknowledged) {
        const grants = (await grantsOn(deedbox, deed.id)).length
        if (acknowledged) assert.equal(grants, 1, 'an acknowledged grant is missing')
        assert.equal(await events(deedbox, deed.id, 'access_granted'), grants, 'a grant and its event')
        assert.equal(await mailsAbout(deedbox, guest.email), grants, 'a grant and its mail')
        const read = await deedbox.call(guest, 'GET', `/api/documents/${deed.id}/content`)
        assert.equal(read?.status, grants === 1 ? 200 : 404)
      },
    }
  },
}

const approve: Act = {
  name: 'approve',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    const body = { documentId: deed.id, documentName: deed.title, clientEmail: 'client@smith.example' }
    const asked = await deedbox.call(cast.requestor, 'POST', '/api/requests', body)
    const { request } = await json<{ request: { id: string } }>(asked, 'a request')
    return {
      run: () =>
        deedbox.call(cast.trustee, 'POST', `/api/requests/${request.id}/approve`, { documentId: deed.id }),
      async examine(acknowledged) {
        const grants = (await grantsOn(deedbox, deed.id)).length
        const [row] = await deedbox.rows<{ status: string }>(
          `select status from access_requests where id = '${request.id}'`,
        )
        assert.equal(row?.status, grants === 1 ? 'approved' : 'pending', 'a request and its grant')
        if (acknowledged) assert.equal(grants, 1, 'an acknowledged approval is missing')
        assert.equal(await events(deedbox, deed.id, 'request_approved'), grants, 'an approval and its event')
      },
    }
  },
}

const remove: Act = {
  name: 'delete',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    return {
      run: () => deedbox.call(cast.trustee, 'DELETE', `/api/documents/${deed.id}`),
      async examine(acknowledged) {
        const [here, deleted] = [
          (await listed(deedbox, cast, deed.title)).length,
          (await listed(deedbox, cast, deed.title, 'deleted')).length,
        ]
        assert.equal(here + deleted, 1, 'a document is in one of the lists')
        if (acknowledged) assert.equal(deleted, 1, 'an acknowledged deletion is missing')
        assert.equal(await events(deedbox, deed.id, 'document_deleted'), deleted)
        if (deleted)
          await json(
            await deedbox.call(cast.trustee, 'POST', `/api/documents/${deed.id}/restore`),
            'restoring',
          )
        await readable(deedbox, cast, deed)
      },
    }
  },
}

const restore: Act = {
  name: 'restore',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    await json(await deedbox.call(cast.trustee, 'DELETE', `/api/documents/${deed.id}`), 'deleting')
    return {
      run: () => deedbox.call(cast.trustee, 'POST', `/api/documents/${deed.id}/restore`),
      async examine(acknowledged) {
        const here = (await listed(deedbox, cast, deed.title)).length
        if (acknowledged) assert.equal(here, 1, 'an acknowledged restoration is missing')
        assert.equal(await events(deedbox, deed.id, 'document_restored'), here)
        if (here) await readable(deedbox, cast, deed)
        else assert.equal((await listed(deedbox, cast, deed.title, 'deleted')).length, 1)
      },
    }
  },
}

export const acts: readonly Act[] = [upload, share, approve, remove, restore]
