import { states } from '@deedbox/contract/australia.ts'
import type { DocumentKind } from '@deedbox/contract/document-kinds.ts'
import { fileTypes } from '@deedbox/contract/file-types.ts'
import type { Signatory } from '@deedbox/contract/signatories.ts'
import { clients, type DemoClient, type DemoPaper } from './clients.ts'
import { makeDeedPdf, makeInstrument, makeOffice, makeWillPdf, makeWishesPdf, scanOf } from './files.ts'
import { type PaperOf, papers } from './papers.ts'

/** A document of the practice: uploaded by its owner `age` days ago. */
export type Plan = {
  paper: DemoPaper['kind']
  title: string
  client: string
  kind: DocumentKind
  signatories: Signatory[]
  /** Paper of the same client that it varies. */
  varies: DemoPaper['kind'] | undefined
  /** When and where it was signed; null for what nobody signs. */
  executed: { executedOn: string; executedIn: string; signedHow: 'wet' } | null
  owner: string
  age: number
  expiryDate: string | null
  archivedAgo?: number
  fileName: string
  fileType: string
  make: () => Promise<Buffer>
}

type Kind = {
  kind: DocumentKind
  title: (of: PaperOf) => string
  /** Capacity of who signs first, the trustee or the client; none for what nobody signs. */
  signs?: 'Trustee' | 'Testator' | 'Principal'
  varies?: DemoPaper['kind']
  /** Days between the signing and the upload. */
  signedBefore: number
  make: (of: PaperOf, paper: DemoPaper) => Promise<Buffer>
}

const instrument =
  (name: keyof typeof papers): Kind['make'] =>
  (of) =>
    makeInstrument(papers[name](of))

/** Every kind of paper: what its document is called, how long before the upload it was signed, and who makes it. */
const kinds: Record<DemoPaper['kind'], Kind> = {
  deed: {
    kind: 'trust_deed',
    signs: 'Trustee',
    title: ({ client, date }) => `${client.trust} deed ${date.getUTCFullYear()}`,
    signedBefore: 2_200,
    make: ({ client, date }, { pages = 9 }) =>
      makeDeedPdf({
        title: client.trust,
        parties: {
          settlor: client.witness.name === 'Philippa Ward' ? 'Walter Amory Finch' : 'Enid Rose Calloway',
          trustee: client.trustee,
          appointor: client.name,
          beneficiaries: [client.spouse, ...client.children],
          ...(client.acn && { officers: [client.name, client.spouse] }),
        },
        date,
        pages,
        witness: client.witness.name,
      }),
  },
  variation: {
    kind: 'variation',
    signs: 'Trustee',
    varies: 'deed',
    title: ({ client }) => `Deed of variation of the ${client.trust}`,
    signedBefore: 20,
    make: instrument('variation'),
  },
  newTrustee: {
    kind: 'appointment',
    signs: 'Trustee',
    varies: 'deed',
    title: ({ client }) => `Change of trustee of the ${client.trust}`,
    signedBefore: 45,
    make: instrument('newTrustee'),
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
    varies: 'will',
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
    make: ({ client, date }, { pages }) => makeWishesPdf({ ...client, date, ...(pages && { pages }) }),
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

/** Plans the documents of all clients. */
export function planDocuments(dateIn: (days: number) => string): Plan[] {
  return clients.flatMap((client) => client.papers.map((paper) => planDocument(client, paper, dateIn)))
}

const stateOf = ({ state }: DemoClient): string =>
  Object.entries(states).find(([, name]) => name === state)?.[0] ?? ''

/** A company signs by its officers, a person before the witness. */
function signatoryOf({ name, trustee, acn, witness }: DemoClient, capacity: string): Signatory {
  if (capacity !== 'Trustee') return { name, capacity, witness: witness.name }
  return { name: trustee, capacity, witness: acn ? '' : witness.name }
}

function planDocument(client: DemoClient, paper: DemoPaper, dateIn: (days: number) => string): Plan {
  const { kind, signs, varies, title: titleOf, signedBefore, make } = kinds[paper.kind]
  const uploaded = dateIn(-paper.age)
  // The financial year that ended last.
  const year = Number(uploaded.slice(0, 4)) - (uploaded.slice(5) < '07-01' ? 1 : 0)
  const signed = paper.kind === 'distribution' ? `${year}-06-27` : dateIn(-paper.age - signedBefore)
  const of = { client, date: new Date(signed), year }
  const title = titleOf(of)
  const { scan } = paper
  const format = scan ?? (paper.kind === 'notes' ? 'docx' : 'pdf')
  return {
    paper: paper.kind,
    title,
    client: client.name,
    kind,
    varies,
    signatories: signs ? [signatoryOf(client, signs)] : [],
    executed:
      paper.kind === 'notes' ? null : { executedOn: signed, executedIn: stateOf(client), signedHow: 'wet' },
    owner: client.owner,
    age: paper.age,
    expiryDate: paper.expires === undefined ? null : dateIn(paper.expires),
    ...(paper.archivedAgo && { archivedAgo: paper.archivedAgo }),
    fileName: `${title.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}.${format}`,
    fileType: fileTypes[format] ?? '',
    make: async () => {
      const made = await make(of, paper)
      return scan ? scanOf(made, title, scan) : made
    },
  }
}
