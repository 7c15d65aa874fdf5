import { makeDeedPdf, makeScan, makeWillPdf } from './files.ts'
import { families, givenNames } from './practice.ts'

/** A document of the practice: uploaded by its owner `age` days ago. */
export type Plan = {
  title: string
  client: string
  type: 'trust_deed' | 'other'
  owner: string
  age: number
  expiryDate: string | null
  fileName: string
  fileType: string
  make: () => Promise<Buffer>
}

/** Plans sixty documents: deeds, wills and scans, of different ages and expiries, owned by different people. */
export function planDocuments(dateIn: (days: number) => string): Plan[] {
  const owners = [
    'trustee',
    'trustee',
    'trustee2',
    'trustee',
    'lawyer',
    'trustee2',
    'accountant',
    'newtrustee',
  ]
  const expiries = [null, 400, 5, 60, -10, null, 25, 120, null, 800]
  return Array.from({ length: 60 }, (_, n) => {
    const family = families[n % families.length] ?? 'Taylor'
    // Clients are all different: a family name repeats after twenty.
    const firstName = givenNames[(n * 3 + Math.floor(n / 20)) % givenNames.length] ?? 'Hazel'
    const client = `${firstName} ${family}`
    const expiry = expiries[n % expiries.length]
    const common = {
      client,
      owner: owners[n % owners.length] ?? 'trustee',
      age: 490 - n * 8,
      expiryDate: expiry == null ? null : dateIn(expiry + Math.sign(expiry) * 2 * Math.floor(n / 10)),
    }
    const date = dateIn(-2_000 + n * 19)
    const year = date.slice(0, 4)
    const signed = new Date(date)
    if (n % 10 >= 7) {
      const format = (['png', 'jpeg', 'webp', 'tiff'] as const)[n % 4] ?? 'png'
      const title = `Letter of wishes of ${client} (scan)`
      return {
        ...common,
        title,
        type: 'other',
        fileName: `letter-${family}-${n}.${format}`.toLowerCase(),
        fileType: `image/${format}`,
        make: () => makeScan({ title, format, ...(format === 'tiff' && { pages: 3 }) }),
      }
    }
    if (n % 10 >= 4) {
      return {
        ...common,
        title: `Will of ${client}`,
        type: 'other',
        fileName: `will-${firstName}-${family}-${year}.pdf`,
        fileType: 'application/pdf',
        make: () =>
          makeWillPdf({ testator: client, executor: `${givenNames[(n + 4) % 10]} ${family}`, date: signed }),
      }
    }
    const title = `${family} Family Trust deed ${year}`
    return {
      ...common,
      title,
      type: 'trust_deed',
      fileName: `${family}-family-trust-${year}.pdf`,
      fileType: 'application/pdf',
      make: () =>
        makeDeedPdf({
          title: `${family} Family Trust`,
          parties: {
            settlor: `${givenNames[(n + 1) % 10]} ${family}`,
            trustee: client,
            appointor: client,
            beneficiaries: [`the children of ${client}`],
          },
          date: signed,
          pages: 6 + (n % 5) * 3,
        }),
    }
  })
}
