import { basename } from 'node:path'

/**
 * Stories that run on a phone too, because they differ there: reading, choosing rows, menus, files, touch. The others run on the desktop only, where
 * each screen that they examine is also made as narrow as a phone; widths.test.ts shows that rows of lists can be read there.
 */
export const onPhones = [
  'calendar',
  'choose-and-share',
  'matter-import',
  'parties',
  'copies',
  'custody',
  'hand-over',
  'evidence',
  'read-a-deed',
  'release',
  'roles',
  'search',
  'share-matter',
  'share-with-guest',
  'site',
  'stock-take',
  'upload',
  'versions',
].map((name) => `${name}.test.ts`)

/** Tag of a story in these files that is the same on a phone, and so runs on the desktop only. */
export const desktopOnly = '@desktop'

/** Tells whether a story runs on a phone too. */
export const runsOnPhones = ({ file, tags }: { file: string; tags: string[] }): boolean =>
  onPhones.includes(basename(file)) && !tags.includes(desktopOnly)
