import { states } from '@deedbox/contract/australia.ts'
import type { DocumentKind } from '@deedbox/contract/document-kinds.ts'
import { fileTypes } from '@deedbox/contract/file-types.ts'
import type { Signatory } from '@deedbox/contract/signatories.ts'
import { appointorOn, clients, type DemoClient, type DemoPaper, settlorOf } from './clients.ts'
import { makeDeedPdf, makeInstrument, makeOffice, makeWillPdf, makeWishesPdf, scanOf } from './files.ts'
import { papers } from './papers/papers.ts'
import { officeOn, type PaperOf } from './papers/words.ts'

/** A document of the practice: uploaded by its owner `age` days ago. */
export type Plan = {
  paper: DemoPaper['kind']
  title: string
  client: string
  kind: DocumentKind
  signatories: Signatory[]
  /** Papers of the same client, one of which it varies. */
  varies: readonly DemoPaper['kind'][]
  /** Day and place of its signing; null for what nobody signs. */
  executed: { executedOn: string; executedIn: string; signedHow: 'wet' } | null
  owner: string
  age: number
  expiryDate: string | null
  archivedAgo?: number
  fileName: string
  fileType: string
  make: () => Promise<Buffer>
  /** Makes the draft that is its first version. */
  draft?: () => Promise<Buffer>
}

type Kind = {
  kind: DocumentKind
  title: (of: PaperOf) => string
  /** Capacity of who signs first, the trustee or the client; none for what nobody signs. */
  signs?: 'Trustee' | 'Testator' | 'Principal' | 'Appointor' | 'Member' | 'Chair'
  /** Kinds of papers of the same client, one of which it varies. */
  varies?: readonly DemoPaper['kind'][]
  /** Days between the signing and the upload. */
  signedBefore: number
  /** `drafted`: as it was before it was signed. */
  make: (of: PaperOf & { drafted?: true }) => Promise<Buffer>
}

/** Papers that begin a trust or a fund. */
const foundations = ['deed', 'unitDeed', 'fundDeed'] as const

/** A paper of which a client has several is told apart by its year. */
const inYear = ({ paper, date }: Pick<PaperOf, 'paper' | 'date'>) =>
  paper.signed ? `, ${date.getUTCFullYear()}` : ''

const instrument =
  (name: keyof typeof papers): Kind['make'] =>
  ({ drafted, ...of }) => {
    const words = papers[name](of)
    return makeInstrument(drafted ? { ...words, title: `Draft: ${words.title}`, signers: [] } : words)
  }

/** Every kind of paper: what its document is called, how long before the upload it was signed, and who makes it. */
const kinds: Record<DemoPaper['kind'], Kind> = {
  deed: {
    kind: 'trust_deed',
    signs: 'Trustee',
    title: ({ client, date }) => `${client.trust} deed ${date.getUTCFullYear()}`,
    signedBefore: 2_200,
    make: ({ client, date, paper: { pages = 9 } }) => {
      const day = date.toISOString().slice(0, 10)
      const trustee = officeOn(client, day)
      return makeDeedPdf({
        title: client.trust,
        parties: {
          settlor: settlorOf(client),
          trustee: trustee.name,
          appointor: appointorOn(client, day),
          beneficiaries: [client.spouse, ...client.children],
          ...(trustee.acn && { officers: [client.name, client.spouse] }),
        },
        date,
        pages,
        witness: client.witness.name,
      })
    },
  },
  unitDeed: {
    kind: 'trust_deed',
    signs: 'Trustee',
    title: ({ client }) => `${client.trust} deed`,
    signedBefore: 0,
    make: instrument('unitDeed'),
  },
  fundDeed: {
    kind: 'trust_deed',
    signs: 'Trustee',
    title: ({ client }) => `${client.trust} deed`,
    signedBefore: 0,
    make: instrument('fundDeed'),
  },
  variation: {
    kind: 'variation',
    signs: 'Trustee',
    varies: foundations,
    title: ({ client, ...of }) => `Deed of variation of the ${client.trust}${inYear(of)}`,
    signedBefore: 20,
    make: instrument('variation'),
  },
  newTrustee: {
    kind: 'appointment',
    signs: 'Trustee',
    varies: foundations,
    title: ({ client, ...of }) => `Change of trustee of the ${client.trust}${inYear(of)}`,
    signedBefore: 45,
    make: instrument('newTrustee'),
  },
  newAppointor: {
    kind: 'appointment',
    signs: 'Appointor',
    varies: foundations,
    title: ({ client }) => `Appointment of a new appointor of the ${client.trust}`,
    signedBefore: 0,
    make: instrument('newAppointor'),
  },
  guardianship: {
    kind: 'guardianship',
    signs: 'Appointor',
    title: ({ client }) => `Enduring guardianship of ${client.name}`,
    signedBefore: 12,
    make: instrument('guardianship'),
  },
  death: {
    kind: 'death_certificate',
    title: ({ client }) => `Death certificate of ${client.name}`,
    signedBefore: 8,
    make: instrument('death'),
  },
  probate: {
    kind: 'probate',
    title: ({ client }) => `Probate of the will of ${client.name}`,
    signedBefore: 4,
    make: instrument('probate'),
  },
  nomination: {
    kind: 'other',
    signs: 'Member',
    title: ({ client }) => `Binding nomination of ${client.name}`,
    signedBefore: 5,
    make: instrument('nomination'),
  },
  registration: {
    kind: 'registration',
    title: ({ client }) => `Certificate of registration of ${client.trustee}`,
    signedBefore: 0,
    make: instrument('registration'),
  },
  directors: {
    kind: 'minutes',
    signs: 'Chair',
    title: ({ client }) => `Minutes of the directors of ${client.trustee}`,
    signedBefore: 0,
    make: instrument('directors'),
  },
  accounts: {
    kind: 'financial_statement',
    title: ({ client, year }) => `Accounts of the ${client.trust}, ${year}`,
    signedBefore: 6,
    make: ({ client, year }) => accountsOf(client.trust, year),
  },
  companyAccounts: {
    kind: 'financial_statement',
    title: ({ client, year }) => `Accounts of ${client.trustee}, ${year}`,
    signedBefore: 6,
    make: ({ client, year }) => accountsOf(client.trustee, year),
  },
  power: {
    kind: 'power_of_attorney',
    signs: 'Principal',
    title: ({ client }) => `Enduring power of attorney of ${client.name}`,
    signedBefore: 12,
    make: instrument('power'),
  },
  codicil: {
    kind: 'codicil',
    signs: 'Testator',
    varies: ['will'],
    title: ({ client }) => `Codicil to the will of ${client.name}`,
    signedBefore: 9,
    make: instrument('codicil'),
  },
  minutes: {
    kind: 'minutes',
    title: ({ client, year }) => `Minutes of the ${client.trust}, ${year}`,
    signedBefore: 15,
    make: instrument('minutes'),
  },
  distribution: {
    kind: 'distribution',
    title: ({ client, year }) => `Distribution resolution ${year}, ${client.trust}`,
    signedBefore: 0,
    make: instrument('distribution'),
  },
  will: {
    kind: 'will',
    signs: 'Testator',
    title: ({ client }) => `Will of ${client.name}`,
    signedBefore: 900,
    make: ({ client, date }) =>
      makeWillPdf({
        testator: client.name,
        executor: client.spouse,
        date,
        witnesses: [
          client.witness,
          { name: 'Graeme Tully', occupation: 'Law clerk', address: client.witness.address },
        ],
      }),
  },
  wishes: {
    kind: 'letter_of_wishes',
    title: ({ client }) => `Letter of wishes of ${client.name}`,
    signedBefore: 400,
    make: ({ client, date, paper: { pages } }) => makeWishesPdf({ ...client, date, ...(pages && { pages }) }),
  },
  notes: {
    kind: 'other',
    title: ({ client }) => `Notes for the review of the ${client.trust}`,
    signedBefore: 0,
    make: ({ client }) =>
      makeOffice({
        kind: 'docx',
        title: `Review of the ${client.trust}`,
        paragraphs: [
          `Meeting with ${client.name} and ${client.spouse}. They ask whether the deed still suits the family.`,
          'To check: streaming of capital gains, foreign persons, the successor of the Appointor, loans that were never put on paper.',
          'To do: draft a deed of variation, ask the accountant for the balances of loans, and diarise the resolution for June.',
        ],
      }),
  },
}

const accountsOf = (of: string, year: number) =>
  makeOffice({
    kind: 'xlsx',
    title: `${of}: year ended 30 June ${year}`,
    paragraphs: [
      `\t${year}\t${year - 1}`,
      'Rent\t31200\t30150',
      'Franked distributions\t22812\t19470',
      'Net capital gain\t32400\t0',
      'Costs\t-9310\t-8825',
      'Net income\t77102\t40795',
    ],
  })

/** Plans the documents of all clients. */
export function planDocuments(dateIn: (days: number) => string): Plan[] {
  return clients.flatMap((client) => client.papers.map((paper) => planDocument(client, paper, dateIn)))
}

const stateOf = ({ state }: DemoClient): string =>
  Object.entries(states).find(([, name]) => name === state)?.[0] ?? ''

/** A company signs by its officers, a person before the witness. */
function signatoryOf({ client, paper, date }: PaperOf, capacity: string): Signatory {
  const day = date.toISOString().slice(0, 10)
  const witness = client.witness.name
  if (capacity === 'Appointor') return { name: paper.by ?? appointorOn(client, day), capacity, witness }
  if (capacity !== 'Trustee') return { name: client.name, capacity, witness }
  const { name, acn } = officeOn(client, day)
  return { name, capacity, witness: acn ? '' : witness }
}

/** Papers that are written in an office program. */
const formats: Partial<Record<DemoPaper['kind'], string>> = {
  notes: 'docx',
  accounts: 'xlsx',
  companyAccounts: 'xlsx',
}

function planDocument(client: DemoClient, paper: DemoPaper, dateIn: (days: number) => string): Plan {
  const { kind, signs, varies = [], title: titleOf, signedBefore, make } = kinds[paper.kind]
  const uploaded = dateIn(-paper.age)
  // The financial year that ended last.
  const year = Number(uploaded.slice(0, 4)) - (uploaded.slice(5) < '07-01' ? 1 : 0)
  const signed =
    paper.signed ?? (paper.kind === 'distribution' ? `${year}-06-27` : dateIn(-paper.age - signedBefore))
  const of = { client, paper, date: new Date(signed), year }
  const title = titleOf(of)
  const { scan } = paper
  const format = scan ?? formats[paper.kind] ?? 'pdf'
  return {
    paper: paper.kind,
    title,
    client: client.name,
    kind,
    varies,
    signatories: signs ? [signatoryOf(of, signs)] : [],
    executed:
      paper.kind === 'notes' ? null : { executedOn: signed, executedIn: stateOf(client), signedHow: 'wet' },
    owner: client.owner,
    age: paper.age,
    expiryDate: paper.expires === undefined ? null : dateIn(paper.expires),
    ...(paper.drafted && { draft: () => make({ ...of, drafted: true }) }),
    ...(paper.archivedAgo && { archivedAgo: paper.archivedAgo }),
    fileName: `${title.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}.${format}`,
    fileType: fileTypes[format] ?? '',
    make: async () => {
      const made = await make(of)
      return scan ? scanOf(made, title, scan) : made
    },
  }
}
