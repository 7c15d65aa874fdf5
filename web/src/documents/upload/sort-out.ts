import { refusalOf } from './check-file.ts'

/** So many files have their details on one page; more are left for the next time. */
export const mostAtOnce = 300

type Chosen = { name: string; size: number; path?: string; webkitRelativePath?: string }
type Skipped = { path: string; why: string }

/** The path of a file within the folder that was dropped or chosen; undefined for a file chosen by itself. */
const pathInFolder = ({ path, webkitRelativePath, name }: Chosen): string | undefined => {
  const known = (webkitRelativePath || path || name).replace(/^\.?\//, '')
  return known.includes('/') ? known : undefined
}

const isHidden = (path: string): boolean =>
  path.split('/').some((name) => name.startsWith('.') || name.toLowerCase() === 'thumbs.db')

/**
 * Which of the chosen files are shown for upload, and which of a folder are skipped, why. Whoever chooses a file by itself
 * is told at the file what is wrong with it; of a folder nobody wants hidden files and what cannot be stored.
 */
export function sortOut<F extends Chosen>(
  files: readonly F[],
  maxBytes: number,
  shown: number,
): { files: F[]; skipped: Skipped[] } {
  const skipped: Skipped[] = []
  const wanted: F[] = []
  for (const file of files) {
    const path = pathInFolder(file)
    const why = path && (isHidden(path) ? 'A hidden file.' : refusalOf(file, maxBytes))
    if (why) skipped.push({ path, why })
    else if (shown + wanted.length >= mostAtOnce)
      skipped.push({ path: path ?? file.name, why: `More than ${mostAtOnce} files at once.` })
    else wanted.push(file)
  }
  return { files: wanted, skipped }
}

/** '3 files were skipped', and how many for which reason. */
export function skippedText(skipped: readonly Skipped[]): { title: string; reasons: string[] } {
  const counts = new Map<string, number>()
  for (const { why } of skipped) counts.set(why, (counts.get(why) ?? 0) + 1)
  return {
    title: skipped.length === 1 ? '1 file was skipped' : `${skipped.length} files were skipped`,
    reasons: [...counts].map(([why, count]) => `${count} × ${why}`),
  }
}
