import { readFileId } from '@deedbox/contract/file-id.ts'
import type { unlockFile as endpoint } from '@deedbox/contract/pages.ts'
import type { FastifyReply } from 'fastify'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { RenderError } from '../../platform/rendering/renderer.ts'
import { makeFileKey } from './file-keys.ts'
import { drawn, type Reading, sourceFor } from './open-pages.ts'

/**
 * Tries the password of a PDF. Nothing of the file is shown, so this is no reading of it; each page that is read with the key is one. A wrong
 * password leaves an event.
 */
export async function unlockFile(
  services: Services,
  raw: Reading,
  fileId: string,
  password: string,
): Promise<Answer<typeof endpoint> | FastifyReply> {
  const opened = await sourceFor(services, raw, fileId, password)
  const work = services.renderer.pages(opened.source).catch(async (error: unknown) => {
    if (!(error instanceof RenderError && error.code === 'encrypted')) throw error
    const { documentId } = readFileId(fileId)
    const { details } = opened.file
    await services.contexts.transact(raw.caller, (ctx) =>
      ctx.audit({ event: 'document_password_wrong', documentId, details }),
    )
    throw new Refusal('file-password-wrong')
  })
  return drawn(raw, opened, work, () => ({ key: makeFileKey(services, raw, fileId, password) }))
}
