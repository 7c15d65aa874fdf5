import { filterText } from '@deedbox/contract/audit/words.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import type { downloadEvidence as endpoint } from '@deedbox/contract/evidence.ts'
import type { FastifyReply } from 'fastify'
import type { RunningDownloads } from '../../documents/reading/running.ts'
import { sendZip } from '../../documents/reading/send-zip.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { safeName } from '../../platform/file-names.ts'
import { findDocument } from '../../policy/find.ts'
import { fetchOnce } from '../takeout/download.ts'
import { type Progress, storeProgress } from '../takeout/progress.ts'
import { writeEvidence } from './write.ts'

/**
 * Sends evidence as one ZIP, written while it is sent; once, to the session that began it. It is cut off when the session ends, or when the
 * person may no longer have the document that is being sent.
 * @throws Refusal 'take-out-not-found', 'take-out-over'
 */
export async function downloadEvidence(
  services: Services,
  running: RunningDownloads,
  raw: Raw<typeof endpoint>,
  takeOutId: string,
): Promise<FastifyReply> {
  const { caller, read, transact } = raw
  const row = await read((ctx) => fetchOnce(ctx, takeOutId))
  const subject = row.evidence
  if (!subject) throw new Refusal('take-out-over')
  const { document, from, to, ...others } = subject.filter
  const title = document
    ? await read(async (ctx) => (await findDocument(ctx, document)).document.title).catch(() => document)
    : null
  const parts = [
    title && `the document “${title}”`,
    filterText(others),
    from && `from ${from}`,
    to && `until ${to}`,
  ].filter(Boolean)
  const of = parts.length > 0 ? parts.join(', ') : 'all events'
  const name = safeName(title ?? others.client ?? others.person ?? others.by ?? 'audit trail')
  const progress: Progress = { documents: 0, bytes: 0, missing: [], current: null }
  return sendZip(services, running, raw, {
    fileName: `evidence ${name} ${dayOf(row.startedAt, raw.settings.timeZone)}.zip`,
    about: { evidenceId: takeOutId },
    mayGoOn: async (ctx) =>
      progress.current === null || (await findDocument(ctx, progress.current)).can.download,
    stopped: { event: 'evidence_stopped', details: { evidenceId: takeOutId } },
    write: (zip, signal) =>
      writeEvidence(services, zip, {
        evidenceId: takeOutId,
        subject,
        of,
        caller,
        read,
        transact,
        progress,
        signal,
      }),
    ended: storeProgress(services.contexts, takeOutId, {
      progress,
      onOver: () => raw.reply.raw.destroy(),
    }),
  })
}
