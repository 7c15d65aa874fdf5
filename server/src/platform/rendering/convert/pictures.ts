import sharp from 'sharp'
import { checkedHeader, guard, options } from '../image.ts'
import { RenderError } from '../messages.ts'
import type { Picture } from './blocks.ts'

const maxPictures = 300
const maxSide = 1_800

/** Pictures of one file, each prepared once; undefined for kinds that cannot be drawn. */
export function pictureReader(read: (name: string) => Promise<Buffer | undefined>) {
  const ready = new Map<string, Promise<Buffer | undefined>>()
  return async (name: string, width: number, height: number): Promise<Picture | undefined> => {
    if (!ready.has(name) && ready.size >= maxPictures) return undefined
    const prepared = ready.get(name) ?? read(name).then((bytes) => bytes && prepare(bytes))
    ready.set(name, prepared)
    const bytes = await prepared
    if (!bytes || !(width > 0) || !(height > 0)) return undefined
    return { bytes, width: Math.min(width, 2_000), height: Math.min(height, 2_000) }
  }
}

/** As pdfkit takes it without decoding it: an upright JPEG of a photograph, or a PNG without transparency. */
async function prepare(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const { format } = await checkedHeader(bytes, 0)
    const image = sharp(bytes, options)
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
    return await guard(() => (format === 'jpeg' ? image.jpeg({ quality: 85 }) : image.png()).toBuffer())
  } catch (error) {
    // A picture that cannot be drawn is named in its place.
    if (error instanceof RenderError) return undefined
    throw error
  }
}
