import type { DueKind } from '@deedbox/contract/due-date-terms.ts'
import type { CheckWay } from '@deedbox/contract/identity-check-terms.ts'
import type { MatterKind } from '@deedbox/contract/matter-terms.ts'
import type { Nature, PartyRole } from '@deedbox/contract/party-terms.ts'
import type { DemoPaper } from './clients.ts'
import type { DemoGrant } from './practice.ts'

/** A paper of the client, with its year where there are several: 'newTrustee 1998'. */
export type PaperName = DemoPaper['kind'] | `${DemoPaper['kind']} ${number}`
/** Instrument that began or ended a role: its paper, clause and maker, and its day where that is not the paper's. */
export type Act = { paper?: PaperName; clause?: string; by?: string; day?: string }

export type DemoRole = { role: PartyRole; who: string; nature?: Nature; from: Act; until?: Act }

/** Dates that fall due: on this day of the present month (or its last one, if it is shorter), in so many days, on a day ('10-31': of every year), or by words. Those that have passed this month were done. */
export type DemoDue = {
  kind: DueKind
  title: string
  dayOfMonth?: number
  inDays?: number
  on?: string
  words?: string
  clause?: string
  paper?: PaperName
  yearly?: true
}

export type DemoMatter = {
  client: string
  kind: MatterKind
  /** Name, if it is not that of the client's trust. */
  name?: string
  reference: string
  responsible: string
  /** Organisation whose Org Admin sees it. */
  organization?: string
  papers: readonly DemoPaper['kind'][]
  abn?: string
  acn?: string
  notes?: string
  roles?: readonly DemoRole[]
  due?: readonly DemoDue[]
  /** Person with whom it is shared with its later documents, and for how many days. */
  share?: { with: DemoGrant['to']; days: number; level: 'view' | 'download'; message: string }
  /** The client has died, as the certificate says; whether somebody confirmed having seen it. */
  death?: { seen: boolean; note: string }
  /** Access to a paper that somebody has only because they act by the client's power. */
  rests?: { paper: PaperName; to: DemoGrant['to']; days: number; message: string }
  /** Identity check of the client, with the days since it and until the next. */
  check?: { ago: number; inDays: number; how: CheckWay; by: string; reference: string }
}

const ofTrust = [
  ...(['deed', 'unitDeed', 'fundDeed', 'variation', 'newTrustee', 'newAppointor', 'distribution'] as const),
  ...(['nomination', 'minutes', 'accounts', 'notes'] as const),
] as const
const ofPerson = ['will', 'codicil', 'wishes', 'power', 'guardianship', 'death', 'probate'] as const
const ofCompany = ['registration', 'directors', 'companyAccounts'] as const

const is = (role: PartyRole, who: string, from: Act, until?: Act): DemoRole => ({
  role,
  who,
  from,
  ...(until && { until }),
})
const benefits = (nature: Nature, from: Act, ...names: string[]): DemoRole[] =>
  names.map((who) => ({ role: 'beneficiary', who, nature, from }))
const act = (paper: PaperName, clause = '', by?: string): Act => ({ paper, clause, ...(by && { by }) })

/**
 * The matters of the practice, made of its clients; the papers of other clients are in none yet. Two of them show what does not fit together: a change
 * of trustee by somebody whose power had ended, and an executor whom only a codicil names.
 */
export const matters: readonly DemoMatter[] = [
  {
    ...{ client: 'Frances Nakamura', kind: 'family_trust', reference: '1984/014', papers: ofTrust },
    ...{ responsible: 'Margaret Chen', notes: 'The original deed is in the strong room, box 14.' },
    share: {
      ...{ with: 'accountant', days: 60, level: 'view' },
      message: 'For the distribution of this year; the minutes follow.',
    },
    roles: [
      is('appointor', 'Hiroshi Nakamura', act('deed', '14.1'), act('newAppointor', '1', 'Hiroshi Nakamura')),
      is('appointor', 'Frances Nakamura', act('newAppointor', '1', 'Hiroshi Nakamura')),
      is('settlor', 'Walter Amory Finch', act('deed', '1.1')),
      is('trustee', 'Hiroshi Nakamura', act('deed', '1.1'), act('newTrustee 1998', '1', 'Hiroshi Nakamura')),
      is(
        'trustee',
        'Kenji Nakamura',
        act('newTrustee 1998', '1', 'Hiroshi Nakamura'),
        act('newTrustee 2019', '1', 'Frances Nakamura'),
      ),
      is('trustee', 'Nakamura Custodians Pty Ltd', act('newTrustee 2019', '1', 'Frances Nakamura')),
      ...benefits('named', act('deed', 'Schedule'), 'Kenji Nakamura', 'Aiko Nakamura', 'Leo Nakamura'),
      ...benefits('class', act('variation 1991', '2'), 'Grandchildren of Hiroshi Nakamura'),
      is('accountant', 'Daniel Osei', { day: '2008-07-01' }),
    ],
    due: [
      { kind: 'review', title: 'Review of investments with the directors', dayOfMonth: 12 },
      { kind: 'other', title: 'Letter to the beneficiaries', dayOfMonth: 31 },
      {
        kind: 'stamping',
        title: 'Stamping of the deed of variation',
        dayOfMonth: 21,
        paper: 'variation 2025',
      },
      {
        ...{ kind: 'vesting', title: 'Vesting day', on: '2064-03-12', clause: '1.1', paper: 'deed' },
        words: 'The day eighty years after the date of this deed.',
      },
    ],
  },
  {
    ...{ client: 'Beatrice Castellano', kind: 'family_trust', reference: '1986/041', papers: ofTrust },
    ...{ responsible: 'Desmond Whitlam' },
    roles: [
      is('appointor', 'Aldo Castellano', act('deed', '14.1'), act('newAppointor', '1', 'Aldo Castellano')),
      is('appointor', 'Beatrice Castellano', act('newAppointor', '1', 'Aldo Castellano')),
      is('settlor', 'Enid Rose Calloway', act('deed', '1.1')),
      // Signed two years after his power had ended: to be looked into.
      is('trustee', 'Aldo Castellano', act('deed', '1.1'), act('newTrustee 2003', '1')),
      is('trustee', 'Castellano Nominees Pty Ltd', act('newTrustee 2003', '1', 'Aldo Castellano')),
      ...benefits('named', act('deed', 'Schedule'), 'Marco Castellano', 'Lia Castellano', 'Rocco Castellano'),
      ...benefits('excluded', act('variation 2012', '2'), 'Foreign persons'),
    ],
    due: [
      { kind: 'meeting', title: 'Meeting of the trustee', dayOfMonth: 8 },
      {
        ...{ kind: 'vesting', title: 'Vesting day', clause: '1.1', paper: 'deed' },
        words:
          'Eighty years after the date of the deed, or on the death of the last surviving named beneficiary if that comes first.',
      },
    ],
  },
  {
    ...{ client: 'Clive Lim', kind: 'unit_trust', reference: '2012/077', papers: ofTrust },
    responsible: 'Margaret Chen',
    roles: [
      is('appointor', 'Clive Lim', act('unitDeed', '3')),
      is('trustee', 'Lim & Sons Trustees Pty Ltd', act('unitDeed', '3')),
      is('unit_holder', 'Clive Lim', act('unitDeed', 'Schedule')),
      is('unit_holder', 'Mei Lim', act('unitDeed', 'Schedule')),
      is('unit_holder', 'Jonathan Lim', act('unitDeed', 'Schedule')),
      is('accountant', 'Daniel Osei', { day: '2012-11-30' }),
    ],
    due: [
      { kind: 'other', title: 'Accounts to each unit holder', on: '10-31', yearly: true, clause: '4' },
      { kind: 'meeting', title: 'Meeting of unit holders', inDays: 12 },
      { kind: 'vesting', title: 'Vesting day', on: '2092-11-30', clause: '6', paper: 'unitDeed' },
    ],
  },
  {
    ...{ client: 'Arthur Taylor', kind: 'estate', name: 'Estate of Arthur Taylor', reference: '2026/031' },
    ...{ responsible: 'Margaret Chen', papers: ofPerson },
    death: { seen: false, note: 'Simon Taylor brought the certificate.' },
    notes: 'Probate was granted to Maud Taylor. Whether the codicil binds the grant is to be settled.',
    roles: [
      is('testator', 'Arthur Taylor', act('will')),
      is('executor', 'Maud Taylor', act('will', '2')),
      is('executor', 'Simon Taylor', act('codicil', '1')),
      ...benefits('named', act('will', '4'), 'Simon Taylor', 'Rosalind Taylor'),
      is('witness', 'Philippa Ward', act('will')),
    ],
    due: [
      { kind: 'lodgement', title: 'Notice of intended distribution', dayOfMonth: 15 },
      { kind: 'other', title: 'Transfer of the land at Orange', inDays: 2 },
    ],
  },
  {
    ...{
      client: 'Harold Beaumont',
      kind: 'estate',
      name: 'Estate of Harold Beaumont',
      reference: '2026/008',
    },
    ...{ responsible: 'Desmond Whitlam', papers: ofPerson },
    death: { seen: true, note: '' },
    roles: [
      is('testator', 'Harold Beaumont', act('will')),
      is('executor', 'Sylvia Beaumont', act('will', '2')),
      ...benefits('named', act('will', '4'), 'Sylvia Beaumont', 'Claire Beaumont', 'Julian Beaumont'),
      is('solicitor', 'Philippa Ward', { day: '2026-03-02' }),
    ],
    due: [
      { kind: 'distribution', title: 'Distribution to the beneficiaries', inDays: 4 },
      { kind: 'lodgement', title: 'Tax return of the estate', on: '10-31' },
    ],
  },
  {
    ...{ client: 'Thérèse Moreau', kind: 'super_fund', reference: '1999/063', papers: ofTrust },
    responsible: 'Margaret Chen',
    roles: [
      is('member', 'Thérèse Moreau', act('fundDeed', '2')),
      is('member', 'Julien Moreau', act('fundDeed', '2')),
      is('trustee', 'Julien Moreau', act('fundDeed', '3'), act('newTrustee', '1', 'Thérèse Moreau')),
      is('trustee', 'Moreau Super Pty Ltd', act('newTrustee', '1', 'Thérèse Moreau')),
      ...benefits('default', act('nomination', '1'), 'Julien Moreau', 'Camille Moreau'),
      is('accountant', 'Daniel Osei', { day: '2016-07-01' }),
    ],
    due: [
      { kind: 'power_ends', title: 'Binding nomination lapses', on: '2027-02-08', paper: 'nomination' },
      { kind: 'lodgement', title: 'Audit and annual return of the fund', dayOfMonth: 28 },
    ],
  },
  {
    ...{ client: 'Eleanor Gupta', kind: 'company', name: 'Gupta Holdings (Norwood) Pty Ltd' },
    ...{ reference: '1997/052', responsible: 'Desmond Whitlam', papers: ofCompany },
    ...{ abn: '31999100060', acn: '999100060' },
    roles: [
      is('director', 'Eleanor Gupta', act('registration')),
      is('director', 'Ravi Gupta', act('registration')),
      is('director', 'Anjali Gupta', act('directors', '1')),
      is('member', 'Eleanor Gupta', act('registration')),
      is('member', 'Ravi Gupta', act('registration')),
    ],
    due: [
      { kind: 'lodgement', title: 'Annual review fee of the company', dayOfMonth: 14 },
      { kind: 'meeting', title: 'Meeting of directors', dayOfMonth: 26 },
    ],
  },
  {
    ...{ client: 'Frances Nakamura', kind: 'person', name: 'Frances Nakamura', reference: '2022/102' },
    ...{ responsible: 'Margaret Chen', papers: ofPerson },
    rests: {
      ...{ paper: 'guardianship', to: 'lawyer', days: 150 },
      message: 'You act for Kenji Nakamura, the attorney of Frances Nakamura.',
    },
    check: { ago: 722, inDays: 8, how: 'in_person', by: 'Margaret Chen', reference: 'VOI 2291' },
    roles: [
      is('testator', 'Frances Nakamura', act('will')),
      is('executor', 'Kenji Nakamura', act('will', '2')),
      is('attorney', 'Kenji Nakamura', act('power', '1', 'Frances Nakamura')),
      is('guardian', 'Aiko Nakamura', act('guardianship', '1', 'Frances Nakamura')),
    ],
    due: [{ kind: 'review', title: 'Review of the will after the codicil', dayOfMonth: 19, paper: 'will' }],
  },
  {
    ...{ client: 'Gordon Petrov', kind: 'family_trust', reference: '2007/009', papers: ofTrust },
    ...{ responsible: 'Ellis Hargreaves', organization: 'Harbour Legal' },
    roles: [
      is('appointor', 'Gordon Petrov', act('deed', '14.1')),
      is('settlor', 'Enid Rose Calloway', act('deed', '1.1')),
      is('trustee', 'Gordon Petrov', act('deed', '1.1')),
      ...benefits('named', act('deed', 'Schedule'), 'Nina Petrov', 'Alexei Petrov'),
    ],
    due: [
      { kind: 'review', title: 'Review of the trust with the family', inDays: 9 },
      { kind: 'meeting', title: 'Meeting of the trustee on the accounts', dayOfMonth: 31 },
    ],
  },
]
