/** Makers of believable documents for the demonstration and for tests. Nothing in them is fetched or random. */
export { type DeedInput, makeDeedPdf } from './deed.ts'
export type { DeedParties } from './deed-clauses.ts'
export { makeOffice, makeText, type OfficeInput } from './office.ts'
export { makeScan, type ScanInput } from './scan.ts'
export { makeWillPdf, type WillInput } from './will.ts'
