import type { DemoWitness } from './will.ts'

/** A client of the practice, their family and what they keep here. Nobody of them exists. */
export type DemoClient = {
  name: string
  spouse: string
  children: readonly [string, ...string[]]
  state: string
  place: string
  trust: string
  /** Trustee of the trust: a person, or a company with its number. */
  trustee: string
  acn?: string
  witness: DemoWitness
  owner: string
  papers: readonly DemoPaper[]
}

/** A paper that was uploaded `age` days ago; `scan`: as a picture or PDF of a signed page without text. */
export type DemoPaper = {
  kind:
    | 'deed'
    | 'variation'
    | 'newTrustee'
    | 'power'
    | 'codicil'
    | 'minutes'
    | 'distribution'
    | 'will'
    | 'wishes'
    | 'notes'
  age: number
  /** Days from today to its expiry. */
  expires?: number
  scan?: 'pdf' | 'png' | 'jpeg' | 'webp' | 'tiff'
  pages?: number
  archivedAgo?: number
}

const paper = (
  kind: DemoPaper['kind'],
  age: number,
  more: Omit<DemoPaper, 'kind' | 'age'> = {},
): DemoPaper => ({
  kind,
  age,
  ...more,
})

const witnesses = {
  ward: { name: 'Philippa Ward', occupation: 'Solicitor', address: '18 Macquarie Place, Sydney NSW 2000' },
  osei: { name: 'Daniel Osei', occupation: 'Accountant', address: '201 Lonsdale Street, Melbourne VIC 3000' },
  lindqvist: {
    name: 'Karin Lindqvist',
    occupation: 'Pharmacist',
    address: '9 Elizabeth Street, Hobart TAS 7000',
  },
  moran: {
    name: 'Peter Moran',
    occupation: 'Justice of the Peace',
    address: '44 Queen Street, Brisbane QLD 4000',
  },
} satisfies Record<string, DemoWitness>

/** Clients with all that the practice keeps for them. Numbers of companies begin with 999, add up and belong to nobody. */
export const clients: readonly DemoClient[] = [
  {
    ...{ name: 'Frances Nakamura', spouse: 'Kenji Nakamura', children: ['Aiko Nakamura', 'Leo Nakamura'] },
    ...{ state: 'New South Wales', place: 'Mosman', trust: 'Nakamura Family Trust', witness: witnesses.ward },
    ...{ trustee: 'Nakamura Custodians Pty Ltd', acn: '999100015', owner: 'trustee' },
    papers: [
      paper('deed', 716, { pages: 18 }),
      paper('newTrustee', 640),
      paper('variation', 402, { expires: 400 }),
      paper('distribution', 510, { archivedAgo: 10 }),
      paper('distribution', 141),
      paper('minutes', 96),
      paper('will', 210),
      paper('codicil', 33),
    ],
  },
  {
    ...{
      name: 'Beatrice Castellano',
      spouse: 'Marco Castellano',
      children: ['Lia Castellano', 'Rocco Castellano'],
    },
    ...{ state: 'Victoria', place: 'Brunswick', trust: 'Castellano Family Trust', witness: witnesses.osei },
    ...{ trustee: 'Castellano Nominees Pty Ltd', acn: '999100024', owner: 'trustee2' },
    papers: [
      paper('deed', 702, { pages: 15 }),
      paper('variation', 388, { expires: 60 }),
      paper('distribution', 147),
      paper('minutes', 120, { expires: 5 }),
      paper('wishes', 61, { scan: 'jpeg' }),
    ],
  },
  {
    ...{ name: 'Gordon Petrov', spouse: 'Nina Petrov', children: ['Alexei Petrov'] },
    ...{ state: 'Queensland', place: 'Toowong', trust: 'Petrov Family Trust', witness: witnesses.moran },
    ...{ trustee: 'Gordon Petrov', owner: 'trustee' },
    papers: [
      paper('deed', 688, { pages: 12 }),
      paper('variation', 430),
      paper('wishes', 300, { scan: 'tiff', pages: 3 }),
      paper('power', 170),
    ],
  },
  {
    ...{ name: 'Arthur Taylor', spouse: 'Maud Taylor', children: ['Simon Taylor', 'Rosalind Taylor'] },
    ...{ state: 'New South Wales', place: 'Orange', trust: 'Taylor Pastoral Trust', witness: witnesses.ward },
    ...{ trustee: 'Taylor Pastoral Holdings Pty Ltd', acn: '999100033', owner: 'trustee' },
    papers: [
      paper('deed', 675, { pages: 18, expires: 120 }),
      paper('will', 660),
      paper('codicil', 380, { scan: 'pdf' }),
      paper('power', 375),
      paper('minutes', 88),
    ],
  },
  {
    ...{ name: 'Hazel Rossi', spouse: 'Dario Rossi', children: ['Gina Rossi', 'Paul Rossi', 'Enzo Rossi'] },
    ...{ state: 'Victoria', place: 'Geelong', trust: 'Rossi Family Trust', witness: witnesses.osei },
    ...{ trustee: 'Rossi Brothers Investments Pty Ltd', acn: '999100042', owner: 'trustee2' },
    papers: [
      paper('deed', 650, { pages: 9 }),
      paper('newTrustee', 420),
      paper('distribution', 515, { archivedAgo: 10 }),
      paper('distribution', 144, { expires: 25 }),
      paper('will', 260),
    ],
  },
  {
    ...{ name: 'Dorothy Quinn', spouse: 'Edward Quinn', children: ['Harriet Quinn', 'Martin Quinn'] },
    ...{ state: 'Tasmania', place: 'Sandy Bay', trust: 'Quinn Family Trust', witness: witnesses.lindqvist },
    ...{ trustee: 'Dorothy Quinn', owner: 'trustee' },
    papers: [
      paper('will', 630),
      paper('power', 628, { scan: 'pdf' }),
      paper('wishes', 410, { scan: 'png' }),
      paper('deed', 190, { pages: 6 }),
    ],
  },
  {
    ...{ name: 'Clive Lim', spouse: 'Mei Lim', children: ['Jonathan Lim'] },
    ...{
      state: 'Western Australia',
      place: 'Fremantle',
      trust: 'Lim Investment Trust',
      witness: witnesses.moran,
    },
    ...{ trustee: 'Lim & Sons Trustees Pty Ltd', acn: '999100051', owner: 'trustee' },
    papers: [
      paper('deed', 612, { pages: 12 }),
      paper('variation', 222),
      paper('minutes', 155),
      paper('notes', 40),
    ],
  },
  {
    ...{ name: 'Eleanor Gupta', spouse: 'Ravi Gupta', children: ['Anjali Gupta', 'Dev Gupta'] },
    ...{ state: 'South Australia', place: 'Norwood', trust: 'Gupta Family Trust', witness: witnesses.osei },
    ...{ trustee: 'Gupta Holdings (Norwood) Pty Ltd', acn: '999100060', owner: 'trustee2' },
    papers: [
      paper('deed', 590, { pages: 15 }),
      paper('distribution', 138),
      paper('power', 118),
      paper('will', 116, { expires: -10 }),
    ],
  },
  {
    ...{ name: 'Ivan Jovanović', spouse: 'Mila Jovanović', children: ['Sara Jovanović'] },
    ...{
      state: 'New South Wales',
      place: 'Parramatta',
      trust: 'Jovanović Family Trust',
      witness: witnesses.ward,
    },
    ...{ trustee: 'Ivan Jovanović', owner: 'trustee' },
    papers: [paper('deed', 570, { pages: 9 }), paper('newTrustee', 203, { scan: 'pdf' }), paper('will', 55)],
  },
  {
    ...{
      name: 'Edmund Fitzgerald',
      spouse: 'Una Fitzgerald',
      children: ['Declan Fitzgerald', 'Orla Fitzgerald'],
    },
    ...{
      state: 'Victoria',
      place: 'Ballarat',
      trust: 'Fitzgerald Discretionary Trust',
      witness: witnesses.osei,
    },
    ...{ trustee: 'Fitzgerald Grazing Pty Ltd', acn: '999100079', owner: 'trustee2' },
    papers: [
      paper('deed', 548, { pages: 12 }),
      paper('minutes', 226),
      paper('wishes', 132, { scan: 'webp' }),
      paper('distribution', 149),
    ],
  },
  {
    ...{ name: 'Hazel O’Brien', spouse: 'Conor O’Brien', children: ['Niamh O’Brien'] },
    ...{ state: 'Queensland', place: 'Cairns', trust: 'O’Brien Family Trust', witness: witnesses.moran },
    ...{ trustee: 'Hazel O’Brien', owner: 'trustee' },
    papers: [
      paper('deed', 520, { pages: 6 }),
      paper('will', 330),
      paper('codicil', 72),
      paper('power', 70, { expires: 800 }),
    ],
  },
  {
    ...{ name: 'Beatrice Evans', spouse: 'Huw Evans', children: ['Carys Evans', 'Owen Evans'] },
    ...{
      state: 'New South Wales',
      place: 'Newcastle',
      trust: 'Evans Property Trust',
      witness: witnesses.ward,
    },
    ...{ trustee: 'Evans Property Nominees Pty Ltd', acn: '999100088', owner: 'lawyer' },
    papers: [paper('deed', 480, { pages: 9 }), paper('variation', 182), paper('will', 14), paper('power', 5)],
  },
  {
    ...{ name: 'Gordon McKenzie', spouse: 'Fiona McKenzie', children: ['Callum McKenzie'] },
    ...{
      state: 'Western Australia',
      place: 'Albany',
      trust: 'McKenzie Farm Trust',
      witness: witnesses.moran,
    },
    ...{ trustee: 'McKenzie Farm Trustees Pty Ltd', acn: '999100097', owner: 'accountant' },
    papers: [paper('distribution', 512), paper('distribution', 142), paper('minutes', 20)],
  },
  {
    ...{ name: 'Arthur Abbott', spouse: 'Joan Abbott', children: ['Elise Abbott', 'Ross Abbott'] },
    ...{ state: 'South Australia', place: 'Glenelg', trust: 'Abbott Family Trust', witness: witnesses.osei },
    ...{ trustee: 'Arthur Abbott', owner: 'newtrustee' },
    papers: [paper('deed', 240, { pages: 6 }), paper('will', 235), paper('power', 44)],
  },
  {
    ...{ name: 'Noor Ibrahim', spouse: 'Yusuf Ibrahim', children: ['Salma Ibrahim'] },
    ...{ state: 'Victoria', place: 'Footscray', trust: 'Ibrahim Family Trust', witness: witnesses.osei },
    ...{ trustee: 'Ibrahim Investments Pty Ltd', acn: '999100104', owner: 'trustee' },
    papers: [
      paper('deed', 105, { pages: 9 }),
      paper('minutes', 58),
      paper('wishes', 18, { scan: 'jpeg' }),
      paper('will', 8),
    ],
  },
  {
    ...{ name: 'Amrit Singh', spouse: 'Harpreet Singh', children: ['Jasmin Singh', 'Arjan Singh'] },
    ...{
      state: 'New South Wales',
      place: 'Griffith',
      trust: 'Singh Orchards Trust',
      witness: witnesses.ward,
    },
    ...{ trustee: 'Singh Orchards Custodian Pty Ltd', acn: '999100113', owner: 'trustee2' },
    papers: [
      paper('deed', 82, { pages: 12 }),
      paper('power', 30),
      paper('distribution', 151),
      paper('variation', 6, { expires: 28 }),
    ],
  },
]
