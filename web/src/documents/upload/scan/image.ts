import { scaled } from './pages.ts'

/** A page as kept until the PDF is made: a JPEG of sensible size, upright by its camera's data, then turned by hand. */
export type ScannedPage = { key: string; jpeg: Blob; url: string; turn: 0 | 90 | 180 | 270 }

const quality = 0.82

async function drawn(source: Blob, turn: number): Promise<Blob> {
  const image = await createImageBitmap(source, { imageOrientation: 'from-image' })
  try {
    const { width, height } = scaled(image)
    const lies = turn % 180 !== 0
    const canvas = Object.assign(document.createElement('canvas'), {
      width: lies ? height : width,
      height: lies ? width : height,
    })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    // Paper under transparent parts, which JPEG would make black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.translate(canvas.width / 2, canvas.height / 2)
    context.rotate((turn * Math.PI) / 180)
    context.drawImage(image, -width / 2, -height / 2, width, height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No image'))), 'image/jpeg', quality),
    )
  } finally {
    image.close()
  }
}

/**
 * @throws if the browser cannot read the image.
 */
export async function pageOf(file: File): Promise<ScannedPage> {
  const jpeg = await drawn(file, 0)
  return { key: crypto.randomUUID(), jpeg, url: URL.createObjectURL(jpeg), turn: 0 }
}

/** Returns the page as a JPEG, turned. */
export const jpegOf = ({ jpeg, turn }: ScannedPage): Promise<Blob> =>
  turn === 0 ? Promise.resolve(jpeg) : drawn(jpeg, turn)
