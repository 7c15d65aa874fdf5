import { type Picture, type Span, type Style, text } from './blocks.ts'
import type { PreparePicture } from './convert.ts'

const maxPictures = 300
/** Points of a side of a picture on a page. */
const maxSide = 2_000

/** Text in place of a picture that cannot be drawn. */
export function missingPicture(name: string, style: Style): Span {
  const words = `A picture that cannot be shown here${name ? `: ${name.slice(0, 200)}` : ''}`
  return text(`[${words}]`, { ...style, italic: true })
}

/** Pictures of one file, each prepared once; undefined for those that cannot be drawn, which are named in their place. */
export function pictureReader(
  read: (name: string) => Promise<Buffer | undefined>,
  prepare: PreparePicture = async () => undefined,
) {
  const ready = new Map<string, Promise<Buffer | undefined>>()
  return async (name: string, width: number, height: number): Promise<Picture | undefined> => {
    if (!ready.has(name) && ready.size >= maxPictures) return undefined
    const prepared = ready.get(name) ?? read(name).then((bytes) => bytes && prepare(bytes))
    ready.set(name, prepared)
    const bytes = await prepared
    if (!bytes || !(width > 0) || !(height > 0)) return undefined
    return { bytes, width: Math.min(width, maxSide), height: Math.min(height, maxSide) }
  }
}
