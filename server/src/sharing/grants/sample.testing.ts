import { randomUUID } from 'node:crypto'
import type { Document } from '@deedbox/contract/documents.ts'
import type { ErrorBody } from '@deedbox/contract/refusals.ts'
import { asc, eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { PDFDocument } from 'pdf-lib'
import { auditEvents } from '../../db/tables/audit.ts'
import type { documents } from '../../db/tables/documents.ts'
import type { Person, TestApp } from '../../testing/app.ts'

/** Makes a PDF with one line on each page. */
export async function pdfOf(...lines: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  for (const line of lines) pdf.addPage([400, 300]).drawText(line, { x: 40, y: 200 })
  return Buffer.from(await pdf.save())
}

/** Sends a file as the web client does. */
export function send(
  app: TestApp,
  as: Person | null,
  content: Buffer,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const named = new URLSearchParams({ fileName: 'note.txt', title: 'A note', ...query })
  return app.call(as, 'POST', `/api/documents?${named}`, undefined, {
    payload: content,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
}

/** Uploads a file that is accepted, by default a text. */
export async function upload(
  app: TestApp,
  as: Person,
  query: Record<string, string> = {},
  content: Buffer = Buffer.from('To my daughter I leave the piano.\n'),
): Promise<Document> {
  const answer = await send(app, as, content, query)
  if (answer.statusCode !== 201) throw new Error(`The upload was refused: ${answer.body}`)
  return answer.json<{ document: Document }>().document
}

/** Makes the row of a document without content, for what is shown in lists and figures. */
export function rowOf(
  owner: Person,
  set: Partial<typeof documents.$inferInsert> = {},
): typeof documents.$inferInsert & { id: string } {
  const id = set.id ?? randomUUID()
  return {
    title: 'Deed',
    createdAt: new Date(),
    fileName: 'a.pdf',
    filePath: id,
    fileSize: 1,
    fileType: 'application/pdf',
    sha256: '',
    ownerId: owner.id,
    ownerName: 'Owner',
    ownerEmail: owner.email,
    masterKeyId: '',
    ...set,
    id,
  }
}

/** Returns the status and code of a refusal. */
export function refusal(answer: Response): [number, string] {
  return [answer.statusCode, answer.json<ErrorBody>().error.code]
}

/** Reads the audit trail of a document, oldest first. */
export const trail = (app: TestApp, documentId: string) =>
  app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.documentId, documentId))
    .orderBy(asc(auditEvents.id))

/** Returns the names of these events. */
export const events = async (app: TestApp, documentId: string): Promise<string[]> =>
  (await trail(app, documentId)).map(({ event }) => event)
