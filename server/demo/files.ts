/** Makers of believable documents for the demonstration and for tests. Nothing in them is fetched or random. */
export { makeDeedPdf } from './deed.ts'
export { makeOffice, makeText } from './office.ts'
export { makeScan } from './scan.ts'
export { makeWillPdf } from './will.ts'
