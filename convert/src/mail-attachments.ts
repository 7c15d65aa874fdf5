import PostalMime from 'postal-mime'
import { ConvertError } from './error.ts'
import { checkMemory, type Limits } from './limits.ts'

/** Memory of a mail once it is read, at most, as a multiple of its size. */
export const timesMail = 8

/** File that is attached to a mail, as the mail names it; '' without a name. */
export type Attachment = { name: string; type: string; content: Buffer }

/** Reads a mail, with mails that are attached to it as attachments. @throws ConvertError unreadable, memory */
export async function parseMail(bytes: Uint8Array, limits: Limits) {
  checkMemory(limits, bytes.length * timesMail)
  return await PostalMime.parse(bytes, { rfc822Attachments: true, maxNestingDepth: 32 }).catch(() => {
    throw new ConvertError('unreadable')
  })
}

/** Reads the files attached to a mail, in the order in which its page lists them. @throws ConvertError unreadable, memory */
export async function readAttachments(bytes: Uint8Array, limits: Limits): Promise<Attachment[]> {
  const { attachments } = await parseMail(bytes, limits)
  return attachments.map(({ filename, mimeType, content }) => ({
    name: filename ?? '',
    type: mimeType.toLowerCase(),
    content: Buffer.from(typeof content === 'string' ? content : new Uint8Array(content)),
  }))
}
