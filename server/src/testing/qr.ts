import decodeQR from 'qr/decode.js'
import sharp, { type Region } from 'sharp'

/** Reads the QR code in a part of a picture, as a phone does. */
export async function readQr(image: Buffer, part: Region): Promise<string> {
  const { data, info } = await sharp(image)
    .extract(part)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
