/** Makers of believable documents for the demonstration and for tests. Nothing in them is fetched or random. */
export { makeDeedPdf } from './deed.ts'
export { makeInstrument } from './instrument.ts'
export { makeWishesPdf } from './letter.ts'
export { makeOffice, makeText } from './office.ts'
export { makeScan, scanOf } from './scan.ts'
export { makeWillPdf } from './will.ts'
