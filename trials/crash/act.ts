import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Deedbox, Person } from './deedbox.ts'

/** People who take part; made once for each Deedbox. */
export type Cast = { trustee: Person; requestor: Person }
export type Document = { id: string; content: string; title: string }

/** Thing that people do, and what must hold afterwards, however it ended. */
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

export const json = async <T>(answer: Response | null, what: string): Promise<T> => {
  if (!answer?.ok)
    throw new Error(`${what}: ${answer ? `${answer.status} ${await answer.text()}` : 'no answer'}`)
  return (await answer.json()) as T
}

export const send = (
  { call }: Deedbox,
  { trustee }: Cast,
  { title, content }: Pick<Document, 'title' | 'content'>,
) => call(trustee, 'POST', `/api/documents?fileName=deed.txt&title=${title}`, content)

export const newDeed = () => {
  const title = `Deed-${randomUUID()}`
  return { title, content: `${title}\n`.repeat(2_000) }
}

export async function store(deedbox: Deedbox, cast: Cast, deed = newDeed()): Promise<Document> {
  const { document } = await json<{ document: { id: string } }>(
    await send(deedbox, cast, deed),
    'storing a deed',
  )
  return { ...deed, id: document.id }
}

/** Counts how often this event was recorded for these documents. */
export async function events({ rows }: Deedbox, event: string, ...documentIds: string[]): Promise<number> {
  const counted = await rows<{ n: number }>(
    `select count(*)::int as n from audit_events where document_id in (${quoted(documentIds)}) and event = '${event}'`,
  )
  return counted[0]?.n ?? 0
}
/** Counts the rows of a table, or of what stands after `from`. */
export const counted = async ({ rows }: Deedbox, from: string): Promise<number> =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0
export const quoted = (ids: string[]) => ids.map((id) => `'${id}'`).join()
export const grantsOn = ({ rows }: Deedbox, ...documentIds: string[]) =>
  rows<{ id: string; user_email: string }>(
    `select id, user_email from document_access where document_id in (${quoted(documentIds)}) and status = 'active'`,
  )
export const mailsAbout = async ({ rows }: Deedbox, recipient: string): Promise<number> =>
  (
    await rows<{ n: number }>(`select count(*)::int as n from mail_messages where recipient = '${recipient}'`)
  )[0]?.n ?? 0

export async function readable(deedbox: Deedbox, cast: Cast, { id, content }: Document): Promise<void> {
  const answer = await deedbox.call(cast.trustee, 'GET', `/api/documents/${id}/content`)
  assert.equal(answer?.status, 200, `the content of ${id}`)
  assert.equal(await answer?.text(), content)
}

export async function listed(
  deedbox: Deedbox,
  cast: Cast,
  title: string,
  view = 'current',
): Promise<string[]> {
  const path = `/api/documents?search=${title}&view=${view}`
  const answer = await json<{ documents: { id: string }[] }>(
    await deedbox.call(cast.trustee, 'GET', path),
    'the list',
  )
  return answer.documents.map(({ id }) => id)
}
