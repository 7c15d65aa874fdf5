import { readFileSync } from 'node:fs'

/** Public test vectors of `proof/vectors`; each file names its source, commit and licence. */
export const vectors = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))
