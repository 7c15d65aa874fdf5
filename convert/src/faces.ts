import type { Face } from './blocks.ts'

/** The kind of face that a font of this name has. */
export function faceOf(font: string): Face {
  if (/courier|mono|consol|typewriter/i.test(font)) return 'mono'
  if (/sans|gothic|grotesk/i.test(font)) return 'sans'
  const serif =
    /times|serif|roman|georgia|garamond|cambria|bookman|antiqua|palatino|century|minion|baskerville|caslon|tinos|constantia|bodoni/i
  return serif.test(font) ? 'serif' : 'sans'
}

/** A colour for white paper: what would be white on white, where nothing is seen, is black. */
export function inkOf(hex: string | undefined): string | undefined {
  if (!hex || !/^#?[\da-f]{6}$/i.test(hex)) return undefined
  const digits = hex.replace('#', '')
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return red * 0.3 + green * 0.59 + blue * 0.11 > 200 ? undefined : `#${digits.toLowerCase()}`
}

/** A light colour behind text that stays legible. */
export function groundOf(hex: string | undefined): string | undefined {
  if (!hex || !/^#?[\da-f]{6}$/i.test(hex)) return undefined
  const digits = hex.replace('#', '').toLowerCase()
  if (digits === 'ffffff') return undefined
  const light = [0, 2, 4].map((at) => Math.max(Number.parseInt(digits.slice(at, at + 2), 16), 200))
  return `#${light.map((value) => value.toString(16)).join('')}`
}
