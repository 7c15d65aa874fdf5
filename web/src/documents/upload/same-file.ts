import { fileSize } from '@deedbox/contract/sizes.ts'

type Known = { fileName: string; fileSize: number; lastModified: number | null }

/**
 * Returns why a chosen file cannot continue an upload, or null. Halves of two versions would make a document that nobody wrote, so the size and the
 * time of the last change must be those of the file that was begun.
 */
export function notTheSame(upload: Known, file: { size: number; lastModified: number }): string | null {
  const again = `Choose ${upload.fileName} as it was when the upload began, or discard this upload and upload the file anew.`
  if (file.size !== upload.fileSize)
    return `This is another file: it has ${fileSize(file.size)} and not ${fileSize(upload.fileSize)}. ${again}`
  if (upload.lastModified !== null && file.lastModified !== upload.lastModified)
    return `This file has been changed since the upload began, or is another one. ${again}`
  return null
}
