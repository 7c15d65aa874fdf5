import { type ConvertOptions, convert } from '@deedbox/convert/convert.ts'
import { ConvertError } from '@deedbox/convert/error.ts'
import { type Attachment, readAttachments } from '@deedbox/convert/mail-attachments.ts'
import sharp from 'sharp'
import { guard, headerToDecode, options } from './image.ts'
import { RenderError, type Tasks } from './messages.ts'
import { atOnceBytes } from './worker-options.ts'

/** Pixels of a side of a picture in an office file. */
const maxSide = 1_800

/**
 * A text, a mail or an office file as a PDF.
 * @param timeoutMs what this worker has for a task
 * @throws RenderError; RangeError when this worker may not take the memory that it needs
 */
export async function convertFile(
  fileType: string,
  bytes: Buffer,
  { timeZone, notes }: Tasks['convert']['input'],
  timeoutMs: number,
): Promise<Buffer> {
  // A tenth is left for answering, so that a slow file does not cost the worker.
  const deadline = performance.now() + timeoutMs * 0.9
  const limits: ConvertOptions = { timeZone, notes, preparePicture, deadline, memory: atOnceBytes }
  try {
    return await convert(fileType, bytes, limits)
  } catch (error) {
    throw faultOf(error)
  }
}

/** The files attached to a mail. @throws RenderError; RangeError when this worker may not take the memory that it needs */
export async function attachmentsIn(bytes: Buffer): Promise<Attachment[]> {
  try {
    return await readAttachments(bytes, { memory: atOnceBytes })
  } catch (error) {
    throw faultOf(error)
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof ConvertError)) return error
  if (error.code === 'memory') return new RangeError('memory limit of the worker')
  return new RenderError(error.code, error.message)
}

async function preparePicture(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const { format } = await headerToDecode(bytes, 0)
    const image = sharp(bytes, options)
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
    return await guard(() => (format === 'jpeg' ? image.jpeg({ quality: 85 }) : image.png()).toBuffer())
  } catch (error) {
    if (error instanceof RenderError) return undefined
    throw error
  }
}
