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
  /** Former holders of the office, the earliest first, each with their last day: trustees, and appointors before the client. */
  trusteesBefore?: readonly Before[]
  appointorsBefore?: readonly Before[]
  /** Settlor, where it is not somebody of the firm that wrote the deed. */
  settlor?: string
  witness: DemoWitness
  owner: string
  papers: readonly DemoPaper[]
}

type Before = { name: string; until: string }

/** A paper that was uploaded `age` days ago; `scan`: as a picture or PDF of a signed page without text. */
export type DemoPaper = {
  kind:
    | 'deed'
    | 'unitDeed'
    | 'fundDeed'
    | 'variation'
    | 'newTrustee'
    | 'newAppointor'
    | 'guardianship'
    | 'death'
    | 'probate'
    | 'nomination'
    | 'registration'
    | 'directors'
    | 'accounts'
    | 'companyAccounts'
    | 'power'
    | 'codicil'
    | 'minutes'
    | 'distribution'
    | 'will'
    | 'wishes'
    | 'notes'
  age: number
  /** Day on which it was signed; else some time before the upload, by its kind. */
  signed?: string
  /** Executor whom a codicil adds. */
  executor?: string
  /** Maker of it, if it is not the appointor of that day. */
  by?: string
  /** Days from today to its expiry. */
  expires?: number
  scan?: 'pdf' | 'png' | 'jpeg' | 'webp' | 'tiff'
  pages?: number
  /** State: its draft was stored before it was signed, and is its first version. */
  drafted?: true
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

/** Days between a death and the certificate of it. */
export const certifiedAfter = 6

/** Clients with all that the practice keeps for them. Numbers of companies begin with 999, add up and belong to nobody. */
export const clients: readonly DemoClient[] = [
  {
    ...{ name: 'Frances Nakamura', spouse: 'Kenji Nakamura', children: ['Aiko Nakamura', 'Leo Nakamura'] },
    ...{ state: 'New South Wales', place: 'Mosman', trust: 'Nakamura Family Trust', witness: witnesses.ward },
    ...{ trustee: 'Nakamura Custodians Pty Ltd', acn: '999100015', owner: 'trustee' },
    trusteesBefore: [
      { name: 'Hiroshi Nakamura', until: '1998-09-04' },
      { name: 'Kenji Nakamura', until: '2019-05-03' },
    ],
    appointorsBefore: [{ name: 'Hiroshi Nakamura', until: '2006-02-17' }],
    papers: [
      paper('deed', 716, { pages: 18, signed: '1984-03-12' }),
      paper('variation', 715, { signed: '1991-06-28' }),
      paper('newTrustee', 715, { signed: '1998-09-04' }),
      paper('newAppointor', 714, { signed: '2006-02-17' }),
      paper('variation', 714, { signed: '2011-11-23' }),
      paper('newTrustee', 640, { signed: '2019-05-03' }),
      paper('variation', 402, { signed: '2025-09-30', expires: 400, drafted: true }),
      paper('distribution', 510, { archivedAgo: 10 }),
      paper('distribution', 141),
      paper('minutes', 96),
      paper('will', 210, { signed: '2022-08-15' }),
      paper('codicil', 33),
      paper('power', 209, { signed: '2022-08-15' }),
      paper('guardianship', 209, { signed: '2022-08-15' }),
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
    trusteesBefore: [{ name: 'Aldo Castellano', until: '2003-04-16' }],
    appointorsBefore: [{ name: 'Aldo Castellano', until: '2001-10-03' }],
    papers: [
      paper('deed', 702, { pages: 15, signed: '1986-08-20' }),
      paper('variation', 701, { signed: '1994-05-11', scan: 'pdf' }),
      paper('newAppointor', 701, { signed: '2001-10-03' }),
      paper('newTrustee', 700, { signed: '2003-04-16', by: 'Aldo Castellano' }),
      paper('variation', 700, { signed: '2012-06-14' }),
      paper('variation', 388, { signed: '2025-10-08', expires: 60 }),
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
      paper('deed', 688, { pages: 12, signed: '2007-02-21' }),
      paper('variation', 430, { signed: '2021-07-05' }),
      paper('wishes', 300, { scan: 'tiff', pages: 3 }),
      paper('power', 170),
    ],
  },
  {
    ...{ name: 'Arthur Taylor', spouse: 'Maud Taylor', children: ['Simon Taylor', 'Rosalind Taylor'] },
    ...{ state: 'New South Wales', place: 'Orange', trust: 'Taylor Pastoral Trust', witness: witnesses.ward },
    ...{ trustee: 'Taylor Pastoral Holdings Pty Ltd', acn: '999100033', owner: 'trustee' },
    papers: [
      paper('deed', 675, { pages: 18, signed: '1993-10-29', expires: 120 }),
      paper('will', 660, { signed: '2009-04-20' }),
      paper('codicil', 380, { signed: '2017-11-02', scan: 'pdf', executor: 'Simon Taylor' }),
      paper('power', 375, { signed: '2017-11-02' }),
      paper('minutes', 88),
      paper('death', 52, { scan: 'jpeg' }),
      paper('probate', 12),
    ],
  },
  {
    ...{ name: 'Hazel Rossi', spouse: 'Dario Rossi', children: ['Gina Rossi', 'Paul Rossi', 'Enzo Rossi'] },
    ...{ state: 'Victoria', place: 'Geelong', trust: 'Rossi Family Trust', witness: witnesses.osei },
    ...{ trustee: 'Rossi Brothers Investments Pty Ltd', acn: '999100042', owner: 'trustee2' },
    trusteesBefore: [{ name: 'Dario Rossi', until: '2019-08-14' }],
    papers: [
      paper('deed', 650, { pages: 9, signed: '2001-12-06' }),
      paper('newTrustee', 420, { signed: '2019-08-14' }),
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
      trust: 'Lim Investment Unit Trust',
      witness: witnesses.moran,
    },
    ...{ trustee: 'Lim & Sons Trustees Pty Ltd', acn: '999100051', owner: 'trustee' },
    papers: [
      paper('unitDeed', 612, { signed: '2012-11-30' }),
      paper('variation', 222, { signed: '2023-03-22' }),
      paper('distribution', 140),
      paper('minutes', 155),
      paper('accounts', 54),
      paper('notes', 40),
    ],
  },
  {
    ...{ name: 'Eleanor Gupta', spouse: 'Ravi Gupta', children: ['Anjali Gupta', 'Dev Gupta'] },
    ...{ state: 'South Australia', place: 'Norwood', trust: 'Gupta Family Trust', witness: witnesses.osei },
    ...{ trustee: 'Gupta Holdings (Norwood) Pty Ltd', acn: '999100060', owner: 'trustee2' },
    papers: [
      paper('deed', 590, { pages: 15, signed: '1997-07-21' }),
      paper('registration', 589, { signed: '1997-07-14', scan: 'pdf' }),
      paper('directors', 588, { signed: '2021-02-01' }),
      paper('companyAccounts', 57),
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
    trusteesBefore: [{ name: 'Mila Jovanović', until: '2024-03-11' }],
    papers: [
      paper('deed', 570, { pages: 9, signed: '1999-05-18' }),
      paper('newTrustee', 203, { signed: '2024-03-11', scan: 'pdf' }),
      paper('will', 55),
    ],
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
    ...{ trustee: 'Fitzgerald Grazing Pty Ltd', acn: '999100079', owner: 'trustee3' },
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
  {
    ...{
      name: 'Harold Beaumont',
      spouse: 'Sylvia Beaumont',
      children: ['Claire Beaumont', 'Julian Beaumont'],
    },
    ...{ state: 'Tasmania', place: 'Battery Point', trust: 'Beaumont Family Trust' },
    ...{ witness: witnesses.lindqvist, trustee: 'Harold Beaumont', owner: 'trustee' },
    papers: [
      paper('will', 560, { signed: '2004-09-17' }),
      paper('power', 558, { signed: '2015-05-26' }),
      paper('death', 196, { scan: 'pdf' }),
      paper('probate', 104),
    ],
  },
  {
    ...{ name: 'Thérèse Moreau', spouse: 'Julien Moreau', children: ['Camille Moreau'] },
    ...{ state: 'Queensland', place: 'Noosa Heads', trust: 'Moreau Superannuation Fund' },
    ...{ witness: witnesses.moran, trustee: 'Moreau Super Pty Ltd', acn: '999100122', owner: 'trustee' },
    trusteesBefore: [{ name: 'Julien Moreau', until: '2016-07-01' }],
    papers: [
      paper('fundDeed', 540, { signed: '1999-06-15' }),
      paper('newTrustee', 539, { signed: '2016-07-01' }),
      paper('variation', 320, { signed: '2022-05-19' }),
      paper('nomination', 319, { signed: '2024-02-08', expires: 74 }),
      paper('accounts', 60),
      paper('minutes', 59),
    ],
  },
]

const before = (held: readonly Before[] | undefined, day: string) =>
  held?.find(({ until }) => day <= until)?.name

/** Names the trustee of a client's trust on a day; on the day of a change the one who ends. */
export const trusteeOn = ({ trusteesBefore, trustee }: DemoClient, day: string): string =>
  before(trusteesBefore, day) ?? trustee
/** Names the appointor of a client's trust on a day; on the day of a change the one who ends. */
export const appointorOn = ({ appointorsBefore, name }: DemoClient, day: string): string =>
  before(appointorsBefore, day) ?? name
export const settlorOf = ({ settlor, witness }: DemoClient): string =>
  settlor ?? (witness.name === 'Philippa Ward' ? 'Walter Amory Finch' : 'Enid Rose Calloway')
