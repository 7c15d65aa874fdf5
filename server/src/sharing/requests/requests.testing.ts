import { dayOf } from '@deedbox/contract/dates.ts'
import { daysAfter } from '@deedbox/contract/durations.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { type Person, startTestApp } from '../../testing/app.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { upload } from '../grants/sample.testing.ts'

export const zone = 'Australia/Sydney'

/** Starts a Deedbox whose mail goes to a real SMTP server, with helpers for tests of requests. */
export async function startRequests(env: Record<string, string> = {}) {
  const smtp = await startSmtp()
  const app = await startTestApp({ SMTP_URL: smtp.url, TIME_ZONE: zone, ...env })
  const { db } = app.services.database
  const now = () => new Date(Date.now() + app.services.clock.shiftMs)

  const post = (as: Person | null, url: string, body: object = {}) => app.call(as, 'POST', url, body)
  const ask = (as: Person | null, body: object) =>
    post(as, '/api/requests', { clientEmail: 'client@example.com', ...body })

  return {
    app,
    smtp,
    now,
    ask,
    /** Returns the day this number of days from today, in the deployment's time zone. */
    inDays: (days: number) => dayOf(daysAfter(now(), days), zone),
    async asked(as: Person, body: object): Promise<AccessRequest> {
      const answer = await ask(as, body)
      if (answer.statusCode !== 201) throw new Error(`The request was refused: ${answer.body}`)
      return answer.json<{ request: AccessRequest }>().request
    },
    /** An approval that names no document names the request's own, as its list shows it. */
    async does(
      as: Person | null,
      what: 'approve' | 'deny' | 'withdraw' | 'remind',
      id: string,
      body: object = {},
    ) {
      const [row] =
        what === 'approve' ? await db.select().from(accessRequests).where(eq(accessRequests.id, id)) : []
      return post(as, `/api/requests/${id}/${what}`, { ...(row && { documentId: row.documentId }), ...body })
    },
    extend: (as: Person | null, grantId: string, body: object = {}) =>
      post(as, `/api/access/${grantId}/extension`, body),
    remove: (as: Person | null, grantId: string) => app.call(as, 'POST', `/api/access/${grantId}/remove`),
    browse: (as: Person | null, body: object) => post(as, '/api/requests/browse', body),
    async list(as: Person, query = '') {
      const answer = await app.call(as, 'GET', `/api/requests${query}`)
      if (answer.statusCode !== 200) throw new Error(`The list was refused: ${answer.body}`)
      return answer.json<{
        requests: AccessRequest[]
        total: number
        nextCursor: string | null
        counts: { pending: number; approved: number; total: number }
      }>()
    },
    /** Makes a document of `owner`, shared with `person`: the id of document and grant. */
    async granted(owner: Person, person: Person, body: object = {}, query: Record<string, string> = {}) {
      const document = await upload(app, owner, query)
      const answer = await post(owner, `/api/documents/${document.id}/access`, {
        email: person.email,
        ...body,
      })
      return { documentId: document.id, grantId: answer.json().grant.id as string }
    },
    reads: async (as: Person, documentId: string) =>
      (await app.call(as, 'GET', `/api/documents/${documentId}`)).statusCode,
    async row(id: string) {
      const [row] = await db.select().from(accessRequests).where(eq(accessRequests.id, id))
      if (!row) throw new Error('no such request')
      return row
    },
    async grantRow(id: string) {
      const [row] = await db.select().from(documentAccess).where(eq(documentAccess.id, id))
      if (!row) throw new Error('no such grant')
      return row
    },
    grantsOf: (documentId: string) =>
      db.select().from(documentAccess).where(eq(documentAccess.documentId, documentId)),
    /** Lists the audit events that name a request, oldest first. */
    events: async (requestId: string) =>
      (
        await db
          .select()
          .from(auditEvents)
          .where(sql`${auditEvents.details} ->> 'requestId' = ${requestId}`)
          .orderBy(asc(auditEvents.id))
      ).map(({ event }) => event),
    mailTo: ({ email }: Person) => smtp.next(({ deliveredTo }) => deliveredTo === email),
    mailsTo: ({ email }: Person) => smtp.received.filter(({ deliveredTo }) => deliveredTo === email),
    async stop() {
      await app.stop()
      await smtp.stop()
    },
  }
}

export type Requests = Awaited<ReturnType<typeof startRequests>>
