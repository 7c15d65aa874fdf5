import { counted } from '@deedbox/contract/counts.ts'
import { refusalOf } from './check-file.ts'

/** Number of files with their details on one page; more wait for the next time. */
export const mostAtOnce = 300

type Chosen = { name: string; size: number; path?: string; webkitRelativePath?: string }
type Skipped = { path: string; why: string }

/** Returns the path of a file within the folder that was dropped or chosen; undefined for a file chosen by itself. */
const pathInFolder = ({ path, webkitRelativePath, name }: Chosen): string | undefined => {
  const known = (webkitRelativePath || path || name).replace(/^\.?\//, '')
  return known.includes('/') ? known : undefined
}

const isHidden = (path: string): boolean =>
  path.split('/').some((name) => name.startsWith('.') || name.toLowerCase() === 'thumbs.db')

/**
 * Sorts the chosen files into those shown for upload and those of a folder that are skipped, with the reasons. A problem of a file that was chosen by
 * itself appears at the file; in a folder, hidden files and those that cannot be stored are skipped.
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

/** Writes '3 files were skipped', and the number for each reason. */
export function skippedText(skipped: readonly Skipped[]): { title: string; reasons: string[] } {
  const counts = new Map<string, number>()
  for (const { why } of skipped) counts.set(why, (counts.get(why) ?? 0) + 1)
  return {
    title: `${counted(skipped.length, 'file was', 'files were')} skipped`,
    reasons: [...counts].map(([why, count]) => `${count} × ${why}`),
  }
}
