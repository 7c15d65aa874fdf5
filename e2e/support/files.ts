import { makeDeedPdf } from '../../server/src/demo/files.ts'

/** A deed of exactly so many pages, as a browser's file field takes it. */
export async function deed(title: string, pages: number) {
  const parties = {
    settlor: 'Harold Smith',
    trustee: 'Margaret Chen',
    appointor: 'Margaret Chen',
    beneficiaries: ['Jane Citizen', 'Thomas Citizen'],
  }
  return {
    name: `${title.toLowerCase().replaceAll(' ', '-')}.pdf`,
    mimeType: 'application/pdf',
    buffer: await makeDeedPdf({ title, parties, date: new Date('2019-07-01'), pages }),
  }
}
