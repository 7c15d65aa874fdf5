import { readFileId } from '@deedbox/contract/file-id.ts'
import { drawableTypes, extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { oneLine } from '@deedbox/contract/texts.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import type { AttachedFile } from '../../platform/rendering/messages.ts'
import type { Source } from '../../platform/rendering/renderer.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { readContent } from '../store/content.ts'
import type { Reading } from './open-pages.ts'

/** File that is read, which a document is or which is attached to it; `details`: what its events say of it besides. */
export type ReadFile = Required<Pick<Source, 'id' | 'fileType' | 'size' | 'bytes'>> & {
  name: string
  details: { attachment?: string; attached?: string }
}

const mail = 'message/rfc822'
/** Bytes of a mail or an office file, which are taken apart in memory, where they need several times their size. */
export const maxMailBytes = 50 * 1024 * 1024

/** Returns the media type of an attachment, by its name or else as the mail says; none of ours for what cannot be shown. */
const typeOf = ({ name, type }: AttachedFile): string => fileTypes[extensionOf(name)] ?? type

/** Lists the files attached to a file, if it is a mail. @throws RenderError */
export async function attachmentsOf({ renderer }: Services, { fileType }: ReadFile, source: Source) {
  if (fileType !== mail) return []
  return (await renderer.attachments(source)).map((file, index) => {
    const type = typeOf(file)
    return {
      number: index + 1,
      name: nameOf(file, index + 1),
      size: file.size,
      type,
      opens: drawableTypes.includes(type),
    }
  })
}

const nameOf = ({ name }: AttachedFile, number: number): string =>
  oneLine(name).slice(0, limits.text.fileName) || `Attachment ${number}`

/**
 * Finds the file of an id in a document that the reader may see. Nothing of it is shown by this. @throws Refusal attachment-not-found,
 * preview-too-large; RenderError where the mail cannot be read
 */
export async function fileOf(
  services: Services,
  reader: Reading,
  document: StoredDocument,
  fileId: string,
): Promise<ReadFile> {
  const { attachment } = readFileId(fileId)
  let file: ReadFile = {
    id: document.id,
    fileType: document.fileType,
    size: document.fileSize,
    name: document.fileName,
    bytes: () => readContent(services, document, reader.caller),
    details: {},
  }
  for (const [depth, number] of attachment.entries()) {
    const source = { ...file, asker: { person: reader.actor.id } }
    if (file.fileType !== mail) throw new Refusal('attachment-not-found')
    if (file.size > maxMailBytes) throw new Refusal('preview-too-large')
    const found = (await services.renderer.attachments(source))[number - 1]
    if (!found) throw new Refusal('attachment-not-found')
    const name = nameOf(found, number)
    const place = attachment.slice(0, depth + 1).join('.')
    file = {
      id: `${document.id} ${place}`,
      fileType: typeOf(found),
      size: found.size,
      name,
      bytes: await services.renderer.attachment(source, number),
      details: { attachment: place, attached: name },
    }
  }
  return file
}
