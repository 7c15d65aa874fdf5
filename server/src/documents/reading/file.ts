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
export async function attachmentsOf(
  { renderer }: Pick<Services, 'renderer'>,
  { fileType }: Pick<ReadFile, 'fileType'>,
  source: Source,
) {
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
  for (const number of attachment)
    file = await openAttached(services, file, number, { person: reader.actor.id })
  return file
}

/**
 * Takes a file out of the mail that it is attached to, `number` counted from 1. Nothing of it is shown by this. @throws Refusal
 * attachment-not-found, preview-too-large; RenderError where the mail cannot be read
 */
export async function openAttached(
  { renderer }: Pick<Services, 'renderer'>,
  mailFile: ReadFile,
  number: number,
  asker: NonNullable<Source['asker']>,
): Promise<ReadFile> {
  const source = { ...mailFile, asker }
  if (mailFile.fileType !== mail) throw new Refusal('attachment-not-found')
  if (mailFile.size > maxMailBytes) throw new Refusal('preview-too-large')
  const found = (await renderer.attachments(source))[number - 1]
  if (!found) throw new Refusal('attachment-not-found')
  const name = nameOf(found, number)
  const within = mailFile.details.attachment
  return {
    id: `${mailFile.id}${within ? '.' : ' '}${number}`,
    fileType: typeOf(found),
    size: found.size,
    name,
    bytes: await renderer.attachment(source, number),
    details: { attachment: within ? `${within}.${number}` : `${number}`, attached: name },
  }
}
