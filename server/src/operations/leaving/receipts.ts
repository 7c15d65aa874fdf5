import { Readable } from 'node:stream'
import type * as contract from '@deedbox/contract/leaving.ts'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { documents } from '../../db/tables/documents.ts'
import { destructionReceipts, destructions } from '../../db/tables/leaving.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { findOrganization } from '../../practice/organizations/find.ts'
import { receiptKey } from '../keys/destroy.ts'

const batch = 200

/** Receipts of all destructions of an organisation, in the order of the ids of documents. @throws Refusal 'organization-not-found' */
export async function listReceipts(
  ctx: Acting<ReadCtx>,
  organizationId: string,
  { cursor, limit }: Input<typeof contract.listReceipts>['query'],
): Promise<Answer<typeof contract.listReceipts>> {
  await findOrganization(ctx, organizationId)
  const { documentId, destructionId, at, receipt } = destructionReceipts
  const after = cursor === undefined ? undefined : gt(documentId, fromCursor(cursor, z.uuid()))
  const its = eq(documents.organizationId, organizationId)
  const rows = await ctx.tx
    .select({ documentId, at, receipt, title: documents.title })
    .from(destructionReceipts)
    .innerJoin(documents, eq(documents.id, documentId))
    .where(and(its, after))
    .orderBy(asc(documentId))
    .limit(limit + 1)
  const ofIt = ctx.tx
    .select({ id: destructions.id })
    .from(destructions)
    .where(eq(destructions.organizationId, organizationId))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    receipts: shown.map((row) => ({ ...row, at: row.at.toISOString() })),
    total: await ctx.tx.$count(destructionReceipts, inArray(destructionId, ofIt)),
    nextCursor: last ? toCursor(last.documentId) : null,
  }
}

/** Sends the receipts as one text, streamed; audited before its first byte. @throws Refusal 'organization-not-found' */
export async function downloadReceipts(
  { keyring, place }: Pick<Services, 'keyring' | 'place'>,
  raw: Raw<typeof contract.downloadReceipts>,
  organizationId: string,
): Promise<FastifyReply> {
  await raw.transact(async (ctx) => {
    const { name } = await findOrganization(ctx, organizationId)
    await ctx.audit({ event: 'destruction_receipts_exported', details: { organizationId, name } })
  })
  const texts = async function* () {
    yield `Receipts of destroyed documents: signed notes (C2SP signed-note), one after the other. The key that verifies them:\n${receiptKey({ keyring, place })}\n`
    let cursor: string | undefined
    do {
      const query = { cursor, limit: batch }
      const page = await raw.read((ctx) => listReceipts(ctx, organizationId, query))
      for (const { receipt } of page.receipts) yield `\n----\n${receipt}`
      cursor = page.nextCursor ?? undefined
    } while (cursor)
  }
  return raw.reply
    .headers({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="receipts.txt"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(texts(), { objectMode: false }))
}
