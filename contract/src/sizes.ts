const units = ['B', 'KB', 'MB', 'GB'] as const

/** Writes a file's size as B, KB, MB or GB with 2 decimals (bytes plain); specification, section 9. */
export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${units[unit]}`
}

/** Writes the largest size of a file that is accepted, a round number without decimals, on one line with its unit: '100 MB'. */
export const sizeLimit = (bytes: number): string =>
  fileSize(bytes).replace('.00 ', ' ').replace(' ', '\u00a0')

/** Writes a size as MB with 2 decimals, as in the bulk dialogs and the exports; specification, section 9. */
export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(2)} MB`

/** Writes a total of storage as MB or GB with 1 decimal; specification, section 9. */
export function storageSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  return megabytes < 1024 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}
