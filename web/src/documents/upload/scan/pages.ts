/** Points of an upright A4 page. */
const a4 = { width: 595.28, height: 841.89 }

type Size = { width: number; height: number }

/** Returns an A4 page in the orientation of the image, and the place of the image on it: as large as fits, in the middle. */
export function onPage(image: Size): { page: Size; at: Size & { x: number; y: number } } {
  const page = image.width > image.height ? { width: a4.height, height: a4.width } : a4
  const scale = Math.min(page.width / image.width, page.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  return { page, at: { width, height, x: (page.width - width) / 2, y: (page.height - height) / 2 } }
}

/** Pixels of the longer side of a stored image: about 200 dots an inch on A4, which is sharp in print. */
const longest = 2_340

/** Returns the size in which an image is stored, never larger than it is. */
export function scaled({ width, height }: Size): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns the list with one item moved by this many places, not beyond its ends. */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const to = Math.min(Math.max(from + by, 0), list.length - 1)
  const rest = list.filter((_, at) => at !== from)
  const item = list[from]
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)]
}
