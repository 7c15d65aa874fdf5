import { zipSync } from 'fflate'

/** A ZIP file of these files, by path. */
export const zipOf = (files: Record<string, Buffer>): Buffer => Buffer.from(zipSync(files))
