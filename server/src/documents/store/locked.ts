import type { Caller } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { RenderError } from '../../platform/rendering/renderer.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { readContent } from './content.ts'

/** Bytes of a file that is opened to see whether it needs a password, as many as the reader opens. */
const mostBytes = 100 * 1024 * 1024

/**
 * Tells whether a stored PDF needs a password; what cannot be told now counts as none, and the reader finds out. A PDF that is encrypted so that
 * everybody can open it, and only what they may do is limited, needs none.
 */
export async function needsPassword(
  services: Parameters<typeof readContent>[0] & Pick<Services, 'renderer'>,
  content: Parameters<typeof readContent>[1] & Pick<StoredDocument, 'fileType'>,
  owner: { id: string },
): Promise<boolean> {
  const { id, fileType, fileSize } = content
  if (fileSize > mostBytes) return false
  const bytes = () => readContent(services, content, nobody)
  try {
    await services.renderer.pages({ id, fileType, size: fileSize, bytes, asker: { person: owner.id } })
    return false
  } catch (error) {
    return error instanceof RenderError && error.code === 'encrypted'
  }
}

const nobody: Caller = { token: null, device: null, ip: null, userAgent: null, requestId: null }
