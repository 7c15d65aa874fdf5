/** Form of dates in a PDF (ISO 32000-1, 7.9.4): all but the year may be missing. */
const form = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?'?|Z.*)?$/

/** Returns the instant of a date in a PDF as ISO 8601, without a zone that of UTC; null for what is none. */
export function pdfDate(text: string): string | null {
  const parts = form.exec(text.trim())
  if (!parts) return null
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    hours,
    minutes = '00',
  ] = parts
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z'
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
