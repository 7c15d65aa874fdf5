import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders that have what verifies evidence: beside the bundle, or where `proof` was built. */
const folders = [import.meta.dirname, join(import.meta.dirname, '../../../../proof/dist')]

/** Reads the page or the program that verifies evidence, the same bytes in every ZIP of a release. */
export async function verifierFile(name: 'verify.html' | 'verify.mjs'): Promise<Buffer> {
  const [first, second] = folders
  return readFile(join(first ?? '', name)).catch(() => readFile(join(second ?? '', name)))
}
