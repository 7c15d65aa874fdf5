import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumber } from 'libphonenumber-js/min'

const parse = (typed: string) => {
  try {
    return parsePhoneNumber(typed, 'AU')
  } catch {
    return null
  }
}

/** Reads a typed telephone number as E.164 ('0412 345 678' → '+61412345678'), or null. A number without + is Australian. */
export function toE164(typed: string): string | null {
  const number = parse(typed)
  return number?.isValid() && !number.ext ? number.number : null
}

/** Writes a stored number as Australians do: '0412 345 678', and foreign ones with their country: '+64 21 123 456'. */
export function phoneText(stored: string): string {
  const number = parse(stored)
  if (!number) return stored
  return number.countryCallingCode === '61' ? number.formatNational() : number.formatInternational()
}

/** The codes of all countries (ISO 3166 alpha-2). */
export const countries: readonly CountryCode[] = getCountries()

export const isCountry = (code: string): boolean => isSupportedCountry(code)
