import sharp from 'sharp'

/** A picture of an animation, and the milliseconds that it is shown. */
export type Frame = { png: Buffer; ms: number }

/** Joins pictures of the same size to an animated WebP of this width in pixels, which runs again and again. */
export async function animate(frames: readonly Frame[], width: number): Promise<Buffer> {
  const pictures = await Promise.all(frames.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()))
  return sharp(pictures, { join: { animated: true } })
    .webp({ quality: 70, effort: 5, loop: 0, delay: frames.map(({ ms }) => ms) })
    .toBuffer()
}
