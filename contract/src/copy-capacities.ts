import { type Certainty, certainties } from './sourced-terms.ts'

/* Capacities in which people certify copies, without zod, so that screens do not load it. */

/**
 * Source of the list, and how certain it is. No general Act says who may certify a copy; practice takes those before whom a Commonwealth statutory
 * declaration may be made. A trustee is not on it as such.
 */
export const capacitySource: { instrument: string; certainty: Certainty; writtenOn: string; note: string } = {
  instrument: 'Statutory Declarations Regulations 2023 (Cth), Schedule 1',
  certainty: 'unverified',
  writtenOn: '2026-11-27',
  note: 'Nobody here has read the Regulations: each entry is taken from what practice says of them. Please read them before you certify; whoever receives a copy may ask for more.',
}

/** Says where the list is from, and how certain that is. */
export const capacitySourceText = (day: (day: string) => string): string => {
  const { instrument, certainty, writtenOn, note } = capacitySource
  return `${certainties[certainty]} (${day(writtenOn)}): ${instrument}. ${note}`
}

/** Capacities, each as certain as the source. */
export const capacities = {
  accountant: 'Accountant (member of a professional body)',
  bank_officer: 'Bank officer with 5 or more years of continuous service',
  chiropractor: 'Chiropractor',
  clerk_of_court: 'Clerk of a court',
  commissioner: 'Commissioner for Declarations',
  dentist: 'Dentist',
  judge: 'Judge of a court',
  justice_of_the_peace: 'Justice of the Peace',
  legal_practitioner: 'Legal practitioner',
  magistrate: 'Magistrate',
  marriage_celebrant: 'Marriage celebrant',
  medical_practitioner: 'Medical practitioner',
  notary: 'Notary public',
  nurse: 'Nurse',
  optometrist: 'Optometrist',
  patent_attorney: 'Patent attorney',
  pharmacist: 'Pharmacist',
  physiotherapist: 'Physiotherapist',
  police_officer: 'Police officer',
  psychologist: 'Psychologist',
  trade_marks_attorney: 'Trade marks attorney',
  veterinary_surgeon: 'Veterinary surgeon',
} as const
export type Capacity = keyof typeof capacities
export const capacityNames = Object.keys(capacities) as [Capacity, ...Capacity[]]

/** Statement of whoever certifies a copy, as they confirm it and as each page says it; `day`: when they sighted the original. */
export const certifiedStatement = (day: string): string =>
  `I sighted the original of this document on ${day}. What I sighted is not itself a copy, and this copy shows the same.`
