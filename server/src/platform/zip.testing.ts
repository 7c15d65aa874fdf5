import { zipSync } from 'fflate'

/** Makes a ZIP file of these files, by path. */
export const zipOf = (files: Record<string, Buffer>): Buffer => Buffer.from(zipSync(files))
