import fs from 'node:fs'
import { join } from 'node:path'
import { unpack } from '../db/template.ts'

/* Keeps what is left of earlier releases so that every upgrade can be tried: server/releases/README.md. */

/** A kept data folder: the version that left it, and how many rows each table had. */
export type Release = { version: string; rows: Record<string, number> }

export const kept: string = join(import.meta.dirname, '..', '..', 'releases')
/** File in a kept data folder with what is known of it. */
export const about = 'release.json'

/** Lists the files of the kept data folders, oldest first. */
export const keptData = (): string[] =>
  fs
    .readdirSync(kept)
    .filter((name) => name.startsWith('data-'))
    .sort(new Intl.Collator('en', { numeric: true }).compare)

/** Unpacks a kept data folder into `folder`. */
export function unpackData(name: string, folder: string): Release {
  unpack(join(kept, name), folder)
  return JSON.parse(fs.readFileSync(join(folder, about), 'utf8')) as Release
}

/** Unpacks the server of the release before this one into `folder`, which must be inside the repository. */
export const unpackServer = (folder: string): void => unpack(join(kept, 'server.zst'), folder)
