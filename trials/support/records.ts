import { strict as assert } from 'node:assert'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Load } from './load.ts'
import { until } from './server.ts'

/** Mails that may be between their delivery and its record when a server or the database ends: 8 jobs at once on a server. */
const inFlight = 8

/** Questions to which every right database answers with no row. */
const contradictions = {
  'a document without one event of its upload': `
    select d.id from documents d left join audit_events e on e.document_id = d.id and e.event = 'document_uploaded'
    group by d.id having count(e.id) <> 1`,
  'an upload without its document': `
    select e.id from audit_events e where event = 'document_uploaded' and not exists (select from documents d where d.id = e.document_id)`,
  'active access without an event that gave it, or whose last event took it': `
    select g.id from document_access g where g.status = 'active' and (
      select e.event from audit_events e where e.document_id = g.document_id and e.event in ('access_granted', 'revoked')
      order by e.id desc limit 1) is distinct from 'access_granted'`,
  'a document with more ended access than revocations, or fewer': `
    select d.id from documents d where
      (select count(*) from document_access g where g.document_id = d.id and g.status = 'revoked') <>
      (select count(*) from audit_events e where e.document_id = d.id and e.event = 'revoked')`,
  'a document with more access than was given': `
    select d.id from documents d where
      (select count(*) from document_access g where g.document_id = d.id) >
      (select count(*) from audit_events e where e.document_id = d.id and e.event = 'access_granted')`,
  'two grants of one document to one person': `
    select document_id from document_access where status = 'active' group by document_id, user_email having count(*) > 1`,
  'a mail that was not sent': `select id from mail_messages where status <> 'sent'`,
  // Jobs that are not tried again are sent by a schedule anyway; the words of so many documents are read for minutes.
  'a job that failed': `select name, state::text, output from pgboss.job
    where name <> 'index-documents' and (state in ('active', 'retry') or (state = 'failed' and retry_limit > 0))`,
}

/** Checks that the database, the store and the mails say the same, and that what was not acknowledged is absent or whole. */
export async function checkRecords(
  { databaseUrl, smtp }: Pick<Cluster, 'databaseUrl' | 'smtp'>,
  { clients }: Load,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const count = async (sql: string) => (await client.query(sql)).rows.length
    // A job whose end was not recorded is taken over after one to two minutes, and tried again half a minute later, or later if it fails again.
    const unsent = `select mail.id, mail.status, job.state::text, job.retry_count, job.start_after, job.output from mail_messages mail
      left join pgboss.job on job.data->>'id' = mail.id::text where mail.status <> 'sent'`
    const rowsOf = async (sql: string) => (await client.query(sql)).rows
    const none = async (sql: string) => assert.deepEqual(await rowsOf(sql), []) ?? true
    await until(() => none(unsent), 'every mail is sent', 300)
    await until(() => none(contradictions['a job that failed']), 'no job runs', 300)
    const contradicting: Record<string, number> = {}
    for (const [what, sql] of Object.entries(contradictions)) {
      const rows = await count(sql)
      if (rows > 0) contradicting[what] = rows
    }
    assert.deepEqual(contradicting, {})

    const { rows } = await client.query<{ title: string; id: string; sha256: string }>(
      'select title, id, sha256 from documents',
    )
    const byTitle = new Map(rows.map((row) => [row.title, row]))
    assert.equal(byTitle.size, rows.length, 'a document was stored twice')
    let whole = 0
    for (const { owner, stored, unknown } of clients) {
      for (const { title, id } of stored) assert.equal(byTitle.get(title)?.id, id, title)
      for (const { title, sha256 } of unknown) {
        const row = byTitle.get(title)
        if (!row) continue
        whole += 1
        assert.equal(row.sha256, sha256)
        const answer = await owner.client.call('GET', `/api/documents/${row.id}/content`)
        assert.equal(answer.status, 200, title)
      }
    }
    const known = clients.flatMap(({ stored }) => stored).length
    assert.equal(rows.length, known + whole, 'a document that nobody uploaded')

    // A server that ends between a mail and its record sends the same mail once more, with the same Message-ID.
    const mails = new Map<string, number>()
    for (const { messageId = '' } of smtp.received) mails.set(messageId, (mails.get(messageId) ?? 0) + 1)
    const twice = [...mails.values()].filter((times) => times > 1)
    const { rows: sent } = await client.query<{ n: string }>('select count(*) as n from mail_messages')
    const unacknowledged = clients.flatMap(({ unknown }) => unknown).length
    process.stdout.write(
      `        ${rows.length} documents, ${unacknowledged} uploads not acknowledged (${whole} whole, the others absent), ` +
        `${sent[0]?.n} mails, ${twice.length} of them delivered twice\n`,
    )
    assert.ok(twice.length <= inFlight, `${twice.length} mails were delivered twice`)
  } finally {
    await client.end()
  }
}
