import { toDetails } from '@deedbox/contract/document-details.ts'
import type {
  bringInspectionEvidence as endpoint,
  getInspectionEvidence as looking,
} from '@deedbox/contract/inspections.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { inspectionEvidence, inspections } from '../../db/tables/inspections.ts'
import { insertDocument, whileOwner } from '../../documents/store/insert.ts'
import { keepIfRecorded, type Owner, type StoredContent } from '../../documents/store/store.ts'
import { storeBody } from '../../documents/store/store-body.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { createSigner } from '../../platform/signed.ts'
import { keeping } from '../../policy/matters.ts'

const most = limits.inspectionEvidence
/** Beginning of the text that is signed: a token of an opened form is not good here. The token stands in a link, so it is of letters that a link may have. */
const prefix = 'evidence-'
const signer = (keyring: Services['keyring']) => createSigner(keyring, 'inspection form')

/** Makes the token of a link that goes only to the email that was typed, so that a stranger's file is stored only once that email is theirs. */
export const evidenceToken = (keyring: Services['keyring'], inspectionId: string): string =>
  signer(keyring).sign(`${prefix}${inspectionId}`)

/** @throws Refusal 'inspection-link' */
function readToken(keyring: Services['keyring'], token: string): string {
  const text = signer(keyring).read(token)
  if (!text?.startsWith(prefix)) throw new Refusal('inspection-link')
  return text.slice(prefix.length)
}

/**
 * Says whether a link still takes evidence, before somebody looks for their papers.
 * @throws Refusal 'inspection-link', 'inspection-decided'
 */
export async function getInspectionEvidence(
  { keyring }: Services,
  ctx: ReadCtx,
  token: string,
): Promise<Answer<typeof looking>> {
  const [found] = await ctx.tx
    .select()
    .from(inspections)
    .where(sentLately(ctx, readToken(keyring, token)))
  const { files } = await waiting(ctx, found)
  return { files }
}

/**
 * Stores the body of a request as evidence for a request to inspect: a document of the practice, seen by whoever keeps matters.
 * @throws Refusal 'inspection-link', 'inspection-decided', 'inspection-evidence', and those of a stored file
 */
export async function bringInspectionEvidence(
  services: Services,
  raw: Raw<typeof endpoint>,
  { params: { token }, query: { fileName } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { config, keyring, storage } = services
  const { request, reply, caller, now } = raw
  const { owner, content } = await storeBody(
    { ...services, config: { ...config, maxUploadBytes: Math.min(config.maxUploadBytes, most.bytes) } },
    { request, reply, now, fileName, origin: { ...caller, actor: null } },
    () => raw.read((ctx) => takes(ctx, readToken(keyring, token))),
  )
  return keepIfRecorded(storage, content, () =>
    raw.transact((ctx) =>
      record(services, ctx, caller, { inspectionId: readToken(keyring, token), owner, content }),
    ),
  )
}

/**
 * Finds whose document the evidence becomes, before the file is read: it belongs to the practice, for which its first administrator stands, and to no
 * organisation.
 */
async function takes(ctx: ReadCtx, inspectionId: string): Promise<Owner> {
  const [found] = await ctx.tx.select().from(inspections).where(sentLately(ctx, inspectionId))
  await withRoom(ctx, found)
  const { id, name, email } = profiles
  const [first] = await ctx.tx
    .select({ id, name, email })
    .from(profiles)
    .where(and(keeping, notDeactivated))
    .orderBy(desc(sql`${profiles.role} = 'admin'`), asc(profiles.createdAt), asc(id))
    .limit(1)
  if (!first) throw new Error('Nobody keeps matters')
  return { ...first, organizationId: null, organizationLeavingFrom: null }
}

/** Selects a request while the link to bring evidence for it is good. */
const sentLately = ({ now }: ReadCtx, inspectionId: string) =>
  and(eq(inspections.id, inspectionId), gt(inspections.createdAt, new Date(now.getTime() - most.livesMs)))

type Found = typeof inspections.$inferSelect | undefined

/** Refuses evidence for what is not there or decided. */
async function waiting(ctx: ReadCtx, found: Found) {
  if (!found) throw new Refusal('inspection-link')
  if (found.decidedAt) throw new Refusal('inspection-decided')
  const files = await ctx.tx.$count(inspectionEvidence, eq(inspectionEvidence.inspectionId, found.id))
  return { request: found, files }
}

/** Refuses, besides, more evidence than there may be. */
async function withRoom(ctx: ReadCtx, found: Found) {
  const { request, files } = await waiting(ctx, found)
  if (files >= most.files) throw new Refusal('inspection-evidence', { values: { most: most.files } })
  return { request, files }
}

async function record(
  services: Services,
  ctx: WriteCtx,
  caller: Raw<typeof endpoint>['caller'],
  { inspectionId, owner, content }: { inspectionId: string; owner: Owner; content: StoredContent },
): Promise<Answer<typeof endpoint>> {
  const [found] = await ctx.tx.select().from(inspections).where(sentLately(ctx, inspectionId)).for('update')
  const { request, files } = await withRoom(ctx, found)
  const document = await insertDocument(services, { ...caller, actor: null }, whileOwner(owner.id), {
    ...{ status: 'active', owner, content },
    details: toDetails({ title: `Evidence of ${request.name}: ${content.fileName}`.slice(0, 300) }),
  })
  if (!document) throw new Error('The administrator for whom evidence was stored is deactivated')
  await ctx.tx.insert(inspectionEvidence).values({ inspectionId, documentId: document.id })
  const { email: subjectEmail, deceased } = request
  await ctx.audit({ event: 'inspection_evidence', subjectEmail, details: { inspectionId, deceased } })
  return { files: files + 1 }
}
