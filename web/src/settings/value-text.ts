/** A value of a setting in words. */
export function valueText(value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(', ') || 'nothing'
  if (typeof value === 'object' && 'message' in value) return String(value.message)
  return String(value)
}
