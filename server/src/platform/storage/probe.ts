import { open, readFile, rm } from 'node:fs/promises'

/** Text that a probe writes. */
export const PROBE = 'Deedbox checks that it can store and read.\n'

/** A probe read other bytes than it wrote. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError'
  constructor() {
    super('What was read differs from what was written')
  }
}

/** Writes and syncs a file, reads it back and removes it. @throws ProbeError, or what the file system says */
export async function probeFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(PROBE)
      await file.sync()
    } finally {
      await file.close()
    }
    if ((await readFile(path, 'utf8')) !== PROBE) throw new ProbeError()
  } finally {
    await rm(path, { force: true })
  }
}
