import { randomUUID } from 'node:crypto'
import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { rowOf } from '../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'

/** Cells that a spreadsheet would execute, that could confuse a parser, or that have characters no font has. */
export const hostile = [
  '=HYPERLINK("http://evil.example";"Click")',
  '+61 2 5550 1234',
  '-1+1',
  '@SUM(A1:A9)',
  '\tTab first',
  '\rReturn first',
  'A "quoted" title',
  '"',
  'Hartley, Lowe & Co',
  'Two\nlines',
  'Two\r\nlines',
  "O'Neill's will",
  "'=1",
  ' =1',
  'Nguyễn Văn An · Łukasz Ćwik · Γιώργος · Юрий',
  '张伟',
  '🗝️ key',
  `${'long '.repeat(50)}title`,
]
const take = (n: number): string => hostile[n % hostile.length] ?? ''

export type NewDocument = typeof documents.$inferInsert & { id: string }
export type NewGrant = typeof documentAccess.$inferInsert & { id: string }

/** Inserts `count` documents of `owner`, a grant on each and its events, with hostile texts and many equal times. */
export async function fill(app: TestApp, owner: Person, count: number, start: Date) {
  // Jobs of the start are done first: one of them would mark the grants that are over, at any moment of a test.
  await app.services.jobs.runDue()
  const { db } = app.services.database
  const made = Array.from(
    { length: count },
    (_, n): NewDocument =>
      rowOf(owner, {
        title: take(n),
        type: n % 2 ? 'trust_deed' : 'other',
        status: (['active', 'archived', 'pending'] as const)[n % 3] ?? 'active',
        createdAt: new Date(start.getTime() - Math.floor(n / 3) * 7_200_000),
        expiryDate: n % 4 ? `203${n % 10}-02-0${1 + (n % 9)}` : null,
        fileSize: (n * 52_429) % 30_000_000,
      }),
  )
  const grants = made.map(
    ({ id, createdAt }, n): NewGrant => ({
      id: randomUUID(),
      documentId: id,
      userEmail: `person-${n}@example.com`,
      userName: take(n + 5),
      grantedBy: owner.id,
      grantedByName: take(n + 9),
      grantedAt: createdAt,
      expiresAt: n % 3 ? daysAfter(start, (n % 7) - 3) : null,
      autoRevokeDate: new Date(start.getTime() + ((n % 11) - 2) * dayMs + 1),
      status: (['active', 'active', 'expired', 'revoked'] as const)[n % 4] ?? 'active',
    }),
  )
  const events = grants.map(({ id, documentId, userEmail, grantedAt }, n) => ({
    at: grantedAt,
    event:
      (['access_granted', 'revoked', 'document_viewed', 'document_uploaded'] as const)[n % 4] ?? 'revoked',
    actorId: owner.id,
    actorEmail: owner.email,
    actorName: 'Owner',
    documentId,
    accessId: id,
    subjectEmail: n % 5 ? userEmail : null,
    notes: n % 6 ? take(n) : null,
  }))
  for (let n = 0; n < count; n += 500) {
    await db.insert(documents).values(made.slice(n, n + 500))
    await db.insert(documentAccess).values(grants.slice(n, n + 500))
    await db.insert(auditEvents).values(events.slice(n, n + 500))
  }
  return { documents: made, grants, events }
}
