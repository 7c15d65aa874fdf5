import { createHash, randomUUID } from 'node:crypto'
import { wordsIn } from '@deedbox/contract/audit-events.ts'
import type {
  makeCertifiedCopy as certifying,
  makeVerifiedCopy as endpoint,
} from '@deedbox/contract/copies.ts'
import { type Capacity, capacities, certifiedStatement } from '@deedbox/contract/copy-capacities.ts'
import { type CopyKind, copyBytes, copyKinds, copyPages } from '@deedbox/contract/copy-terms.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { toDetails } from '@deedbox/contract/document-details.ts'
import { drawableTypes } from '@deedbox/contract/file-types.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { copies } from '../../db/tables/copies.ts'
import { asRefusal } from '../../documents/reading/open-pages.ts'
import { openContent, readContent } from '../../documents/store/content.ts'
import { insertDocument, whileSession } from '../../documents/store/insert.ts'
import { keepIfRecorded, type StoredContent, storeContent } from '../../documents/store/store.ts'
import { recordEvents } from '../../kernel/audit/record.ts'
import { type Acting, acting, type ReadCtx } from '../../kernel/context/context.ts'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { timeIn } from '../../platform/instants.ts'
import { RenderError } from '../../platform/rendering/renderer.ts'
import { findDocument, type StoredDocument } from '../../policy/find.ts'
import { followMatters } from '../../policy/matter-shares.ts'
import { aboutMatter, keepsMatters, lockMatter } from '../../policy/matters.ts'
import { codeHash, newCode } from './code.ts'
import { drawCopy } from './draw.ts'
import { sightingsOf } from './sightings.ts'

type Making = Pick<
  Raw<typeof endpoint>,
  'actor' | 'caller' | 'now' | 'request' | 'reply' | 'settings' | 'transact'
>

/** Statement of whoever certifies a copy, as it is stored. */
type Certified = {
  capacity: Capacity
  registration: string
  sightedOn: string
  originalId: string
  sightingId: string
}

/** Statement printed on a copy; `certified`: null for a verified one. */
type Statement = { kind: CopyKind; says: string[]; certified: Certified | null }

/**
 * Finds a document of which the actor may make a copy. @throws Refusal 'document-not-found', 'not-allowed', 'copy-of-copy', 'copy-locked',
 * 'preview-unavailable', 'preview-too-large'
 */
export async function findSource(ctx: Acting<ReadCtx>, documentId: string): Promise<StoredDocument> {
  const { document, can } = await findDocument(ctx, documentId)
  if (!can.correct || !ctx.actor.permissions.includes('canManageDocuments')) throw new Refusal('not-allowed')
  if (document.copy) throw new Refusal('copy-of-copy')
  if (document.locked) throw new Refusal('copy-locked')
  if (!drawableTypes.includes(document.fileType)) throw new Refusal('preview-unavailable')
  if (document.fileSize > copyBytes) throw new Refusal('preview-too-large')
  return document
}

/** Makes a verified copy of a document and stores it as a document. @throws Refusal */
export async function makeVerifiedCopy(
  services: Services,
  raw: Making,
  documentId: string,
): Promise<{ documentId: string }> {
  const source = await services.contexts.read(raw.caller, (ctx) => findSource(acting(ctx), documentId))
  const at = timeIn(raw.now, raw.settings.timeZone)
  return makeCopy(services, raw, source, {
    ...{ kind: 'verified', certified: null },
    says: [
      `Drawn on ${at} from a file held by ${raw.settings.deploymentName}. The file’s bytes were compared then and equal those with the SHA-256 ${source.sha256}.`,
      'This does not say that anybody has seen the paper.',
    ],
  })
}

/**
 * Makes a certified copy: the actor states to have sighted the paper original, as an entry of theirs in the custody register says. @throws Refusal
 * 'copy-not-sighted'
 */
export async function makeCertifiedCopy(
  services: Services,
  raw: Making,
  documentId: string,
  { sightingId, capacity, registration }: Input<typeof certifying>['body'],
): Promise<{ documentId: string }> {
  const { source, sighting } = await services.contexts.read(raw.caller, async (ctx) => {
    const source = await findSource(acting(ctx), documentId)
    return { source, sighting: await findSighting(acting(ctx), documentId, sightingId) }
  })
  const { timeZone, deploymentName } = raw.settings
  const { day } = wordsIn(timeZone)
  const { on: sightedOn, originalId } = sighting
  return makeCopy(services, raw, source, {
    kind: 'certified',
    certified: { capacity, registration, sightedOn, originalId, sightingId },
    says: [
      `Certified on ${day(dayOf(raw.now, timeZone))} by ${raw.actor.name}, ${capacities[capacity]}, registration number ${registration}:`,
      certifiedStatement(day(sightedOn)),
      `Drawn from a file held by ${deploymentName} whose bytes equal those with the SHA-256 ${source.sha256}.`,
    ],
  })
}

/** @throws Refusal 'copy-not-sighted' */
async function findSighting(ctx: Acting<ReadCtx>, documentId: string, sightingId: string) {
  const sighting = (await sightingsOf(ctx, documentId)).find(({ id }) => id === sightingId)
  if (!sighting) throw new Refusal('copy-not-sighted')
  return sighting
}

/** Draws, stores and records a copy. The file's bytes are compared with its SHA-256 first. @throws Refusal */
async function makeCopy(
  services: Services,
  raw: Making,
  source: StoredDocument,
  { kind, says, certified }: Statement,
): Promise<{ documentId: string }> {
  const { renderer, storage } = services
  await compareBytes(services, raw, source)
  const file = {
    id: source.id,
    fileType: source.fileType,
    size: source.fileSize,
    bytes: () => readContent(services, source, raw.caller),
    asker: { person: raw.actor.id },
  }
  const sizes = await renderer.pages(file).catch((error) => {
    throw asRefusal(error, source.fileType)
  })
  if (sizes.length > copyPages) throw new Refusal('copy-too-long', { values: { limit: copyPages } })
  const title = `${copyKinds[kind]}: ${source.title}`.slice(0, limits.text.title)
  const code = newCode()
  const pdf = drawCopy(renderer, file, sizes, {
    ...{ kind, title, code, says, by: raw.actor.name, at: raw.now },
    publicUrl: services.place().publicUrl.replace(/\/$/, ''),
  })
  let fault: unknown
  pdf.once('error', (error) => {
    fault = error
  })
  const incoming = {
    owner: { id: source.ownerId, organizationLeavingFrom: null },
    origin: { ...raw.caller, actor: raw.actor },
    ...{ fileName: fileNameOf(source, kind), contentType: 'application/pdf', bytes: 0, now: raw.now },
  }
  const content = await storeContent({ ...services, logger: raw.request.log }, incoming, pdf).catch(
    (error) => {
      throw fault instanceof RenderError ? asRefusal(fault, source.fileType) : error
    },
  )
  return keepIfRecorded(storage, content, () =>
    record(services, raw, { source, content, title, kind, code, certified, pages: sizes.length }),
  )
}

/** @throws Refusal 'content-damaged' unless the bytes that are held have the SHA-256 that the document has. */
async function compareBytes(services: Services, { caller }: Making, source: StoredDocument): Promise<void> {
  const hash = createHash('sha256')
  const content = await openContent(services, source, caller, Promise.resolve())
  for await (const piece of content) hash.update(piece as Buffer)
  if (hash.digest('hex') !== source.sha256) throw new Refusal('content-damaged')
}

const fileNameOf = ({ fileName }: StoredDocument, kind: CopyKind): string =>
  `${fileName.replace(/\.[^.]*$/, '').slice(0, 200)} (${copyKinds[kind].toLowerCase()}).pdf`

type Made = {
  source: StoredDocument
  content: StoredContent
  title: string
  kind: CopyKind
  code: string
  certified: Certified | null
  pages: number
}

/** Records the copy as a document beside its source: of the same owner, organisation and matter. */
const record = (
  services: Services,
  raw: Making,
  { source, content, title, kind, code, certified, pages }: Made,
) =>
  raw.transact(async (ctx) => {
    const { ownerId, ownerName, ownerEmail, organizationId, clientName, reference } = source
    // The person may have lost it, and it may have changed, while the copy was drawn.
    const { matterId } = await findSource(ctx, source.id)
    if (certified) await findSighting(ctx, source.id, certified.sightingId)
    const matter = matterId && keepsMatters(ctx.actor) ? await lockMatter(ctx, matterId) : null
    const origin = { ...raw.caller, actor: ctx.actor }
    const document = await insertDocument(services, origin, whileSession(ctx.actor), {
      details: toDetails({ title, clientName, reference }),
      copy: kind,
      matterId: matter?.id ?? null,
      status: 'active',
      owner: {
        id: ownerId,
        name: ownerName,
        email: ownerEmail,
        organizationId,
        organizationLeavingFrom: null,
      },
      content,
    })
    if (!document) throw new Refusal('not-signed-in')
    const id = randomUUID()
    await ctx.tx.insert(copies).values({
      ...{ id, documentId: document.id, sourceId: source.id, kind, pages },
      ...{ sourceSha256: source.sha256, codeHash: codeHash(code) },
      ...certified,
      ...{ madeAt: ctx.now, madeBy: ctx.actor.id, madeByName: ctx.actor.name },
    })
    const stated = certified && {
      ...{ capacity: certified.capacity, registration: certified.registration },
      sightedOn: certified.sightedOn,
    }
    const details = { copyId: id, kind, pages, sha256: content.sha256, ...stated }
    await ctx.audit(
      { event: 'document_copied', documentId: source.id, details: { ...details, side: 'source' } },
      { event: 'document_copied', documentId: document.id, details: { ...details, side: 'copy' } },
    )
    if (matter) {
      await recordEvents(services.database, { ...origin, now: ctx.now }, [
        { event: 'matter_document_added', documentId: document.id, details: aboutMatter(matter) },
      ])
      await followMatters(ctx, [document.id])
    }
    return { documentId: document.id }
  })
