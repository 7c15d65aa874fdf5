import { acnText } from '@deedbox/contract/business-numbers.ts'
import { appointorOn, certifiedAfter, type DemoClient, type DemoPaper, trusteeOn } from './clients.ts'
import type { Signer } from './ink.ts'
import type { Instrument } from './instrument.ts'
import { dateInWords } from './pdf.ts'

/** A paper of a client to write: signed on this day. `year` is the financial year that it is about, its last. */
export type PaperOf = { client: DemoClient; paper: DemoPaper; date: Date; year: number }

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const dayAfter = (date: Date) => dayOf(new Date(date.getTime() + 86_400_000))

/** The trustee of a day; a company has its number. */
type Office = { name: string; acn?: string }
export function officeOn(client: DemoClient, day: string): Office {
  const name = trusteeOn(client, day)
  return { name, ...(client.acn && name === client.trustee && { acn: client.acn }) }
}
const trusteeOf = ({ name, acn }: Office) => (acn ? `${name} (ACN ${acnText(acn)})` : name)

/** Signs for a trustee: a company by its officers, a person before the witness. */
const signing = ({ name, spouse, witness }: DemoClient, office: Office, role = 'Trustee'): Signer =>
  office.acn
    ? { name: office.name, role, officers: [name, spouse] }
    : { name: office.name, role, witness: witness.name }

/** Word of the deed for the person who appoints its trustees. */
const appointing = ({ papers }: DemoClient): string =>
  papers.some(({ kind }) => kind === 'fundDeed')
    ? 'Principal Member'
    : papers.some(({ kind }) => kind === 'unitDeed')
      ? 'Founder'
      : 'Appointor'
const appointorOf = ({ client, paper, date }: PaperOf) => paper.by ?? appointorOn(client, dayOf(date))

const alone = ({ witness }: DemoClient, name: string, role: string): Signer => ({
  name,
  role,
  witness: witness.name,
})

/** Subjects of deeds of variation before foreign persons and streaming were spoken of. */
const earlyVariation: Instrument['clauses'] = [
  [
    'Grandchildren and companies',
    [
      'After clause 1.2(b) insert: “(c) the grandchildren of a person named in the Schedule, whenever born, and a company in which any of them holds a share.”',
      'A person who becomes a Beneficiary by this clause benefits only from income that arises, and from capital that is set aside, after the date of this deed.',
    ],
  ],
  [
    'Form of the accounts',
    [
      'In clause 11.4 the words “by a registered company auditor” are omitted. The Trustee must keep the accounts of each year for as long as the Trust lasts.',
    ],
  ],
]

const lateVariation = (client: DemoClient): Instrument['clauses'] => [
  [
    'Foreign persons excluded',
    [
      `After clause 1.2 insert: “1.2A A Foreign Person is not a Beneficiary, and no income or capital may be paid to, applied for or vested in a Foreign Person, whether or not any land in ${client.state} then forms part of the Trust Fund.”`,
      '“Foreign Person” has the meaning that it has in the laws about duties and land tax of the State in which the land is.',
      'This clause may not be revoked or varied, despite any other power in the deed.',
    ],
  ],
  [
    'Streaming of income',
    [
      'In clause 4.3 after “class or source of income” insert “, including capital gains, franked distributions and the franking credits attached to them”.',
      'The Trustee must record in its resolution the class of each amount to which a Beneficiary is made specifically entitled, and must make that record no later than 31 August after the end of the year for a capital gain.',
    ],
  ],
]

/** Words of every kind of paper that is not a deed of settlement, a will or a letter. A new kind is an entry here and in `kinds` of plan.ts. */
export const papers = {
  variation(of: PaperOf): Instrument {
    const { client, date } = of
    const office = officeOn(client, dayOf(date))
    const [appointor, title] = [appointorOf(of), appointing(client)]
    const early = dayOf(date) < '2000'
    return {
      kind: 'Deed of variation',
      title: client.trust,
      date,
      cover: true,
      parties: [
        [trusteeOf(office), 'Trustee'],
        [appointor, title],
      ],
      recitals: [
        `By a deed of settlement the ${client.trust} was established, and ${trusteeOf(office)} is its present Trustee.`,
        `Clause 17 of that deed allows the Trustee, with the consent of the ${title}, to vary it by supplemental deed. ${appointor} is the ${title} and consents by signing below.`,
        early
          ? 'The parties wish to let grandchildren and the companies of the family benefit, to allow accounts to be kept in a simpler form, and to bring the notice provisions up to date.'
          : 'The parties wish to keep the benefit of the trust from foreign persons, to provide for streaming of capital gains and franked distributions, and to bring the notice provisions up to date.',
      ],
      operative: 'The parties agree',
      clauses: [
        [
          'Interpretation',
          [
            'Words that are defined in the deed of settlement have the same meaning here. This deed is supplemental to it and is to be kept with it.',
            'The variations take effect on the date of this deed and not before. Nothing in this deed affects an amount already set aside for a Beneficiary.',
          ],
        ],
        ...(early ? earlyVariation : lateVariation(client)),
        [
          'Notices',
          [
            early
              ? 'Clause 18.1 is replaced by: “A notice may be given by post, telex or facsimile, and is received on the second business day after it was sent.”'
              : 'Clause 18.1 is replaced by: “A notice may be given by email to an address that the recipient has confirmed, and is received when it can be read there.”',
          ],
        ],
        [
          'Confirmation',
          [
            'In all other respects the deed of settlement is confirmed. The parties do not intend to resettle the Trust Fund, and no provision of this deed is to be read as doing so.',
            `This deed is governed by the law of ${client.state}.`,
          ],
        ],
      ],
      schedules: [
        {
          heading: 'Clauses varied',
          rows: early
            ? [
                ['1.2(c) (new)', 'Grandchildren, and companies of the family'],
                ['11.4', 'Form of the accounts'],
                ['18.1', 'Notices'],
              ]
            : [
                ['1.2A (new)', 'Foreign persons excluded'],
                ['4.3', 'Streaming of capital gains and franked distributions'],
                ['18.1', 'Notices by email'],
              ],
        },
      ],
      executed: 'Executed as a deed.',
      signers: [signing(client, office), alone(client, appointor, title)],
    }
  },
  newTrustee(of: PaperOf): Instrument {
    const { client, date } = of
    const [retiring, next] = [officeOn(client, dayOf(date)), officeOn(client, dayAfter(date))]
    const [appointor, title] = [appointorOf(of), appointing(client)]
    return {
      kind: 'Deed of retirement and appointment of trustee',
      title: client.trust,
      date,
      cover: true,
      parties: [
        [trusteeOf(retiring), 'Retiring trustee'],
        [trusteeOf(next), 'New trustee'],
        [appointor, title],
      ],
      recitals: [
        `${retiring.name} is the sole trustee of the ${client.trust} and has given the ${title} thirty days’ notice of the wish to retire.`,
        `Clause 14.2 gives the ${title} power to appoint a new trustee in writing. The ${title} wishes to appoint ${trusteeOf(next)}.`,
      ],
      operative: 'The parties agree',
      clauses: [
        [
          'Retirement and appointment',
          [
            `${retiring.name} retires from the office of trustee, and the ${title} accepts the retirement, on the date of this deed.`,
            `The ${title} appoints ${trusteeOf(next)} as trustee of the ${client.trust} from the same moment, and the new trustee accepts the trusts of the deed of settlement.`,
          ],
        ],
        [
          'Vesting of the trust fund',
          [
            'The retiring trustee must within fourteen days do all that is needed to vest the Trust Fund in the new trustee, including transfers of land, of shares and of accounts with banks.',
            'Until legal title has passed, the retiring trustee holds each asset as bare trustee for the new trustee and acts only as the new trustee directs.',
          ],
        ],
        [
          'Books and records',
          [
            'The retiring trustee must hand over the originals of the deeds, the minutes, the accounts, the tax records of five years and the register of the Trust. The new trustee gives a receipt, and access on reasonable notice.',
          ],
        ],
        [
          'Indemnity',
          [
            'The new trustee indemnifies the retiring trustee out of the Trust Fund for liabilities that were properly incurred. The right of the retiring trustee to be indemnified continues after retirement.',
            'The indemnity does not extend to a loss that results from fraud, wilful misconduct or gross negligence.',
          ],
        ],
        [
          'Duty and costs',
          [
            'The Trust bears the costs of this deed and any duty on it. No consideration is given for the change of trustee.',
          ],
        ],
      ],
      schedules: [
        {
          heading: 'Assets to be transferred',
          rows: [
            [
              `${client.place}: the land at the family home`,
              'Transfer of title, to be lodged electronically',
            ],
            ['Listed securities', 'Off-market transfer to a new holder number'],
            ['Transaction and term accounts', 'New mandates, signed by both directors'],
          ],
        },
      ],
      executed: 'Executed as a deed.',
      signers: [
        signing(client, retiring, 'Retiring trustee'),
        signing(client, next),
        alone(client, appointor, title),
      ],
    }
  },
  power: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Enduring power of attorney',
    title: `Enduring power of attorney of ${client.name}`,
    date,
    parties: [
      [client.name, `principal, of ${client.place} ${client.state}`],
      [client.spouse, 'attorney'],
      [client.children[0], 'alternative attorney'],
    ],
    operative: 'The principal declares',
    clauses: [
      [
        'Appointment',
        [
          `I appoint ${client.spouse} as my attorney. If my attorney dies, resigns or loses capacity, I appoint ${client.children[0]} in that place.`,
          'My attorney may do on my behalf anything that I may lawfully do by an attorney about property and financial affairs.',
        ],
      ],
      [
        'When it operates',
        [
          'This power begins when my attorney has accepted it, and continues although I lose capacity. While I have capacity, my attorney must follow my directions.',
        ],
      ],
      [
        'Conditions and limits',
        [
          'My attorney may not sell my home unless a doctor has certified in writing that I am unlikely to return to it.',
          'My attorney may keep gifts to family and charities to what I used to give, and may confer a benefit on themself only to meet reasonable costs.',
          'My attorney may not exercise a power that I hold as Appointor of a trust.',
        ],
      ],
      [
        'Records',
        [
          'My attorney must keep my money and property apart from their own, keep accounts and receipts, and show them to my accountant once in each financial year.',
        ],
      ],
      [
        'Earlier powers',
        ['I revoke every enduring power of attorney for financial matters that I gave before this one.'],
      ],
      [
        'Certificate of the witness',
        [
          `I, ${client.witness.name}, ${client.witness.occupation.toLowerCase()}, explained the effect of this power to the principal before it was signed. The principal appeared to understand it. I am not an attorney under it, nor related to one.`,
        ],
      ],
    ],
    executed: 'Signed by the principal, and accepted by the attorneys, who have read the duties above.',
    signers: [
      alone(client, client.name, 'principal'),
      alone(client, client.spouse, 'attorney'),
      alone(client, client.children[0], 'alternative attorney'),
    ],
  }),
  codicil: ({ client, paper, date }: PaperOf): Instrument => ({
    kind: 'First codicil',
    title: `Codicil to the will of ${client.name}`,
    date,
    parties: [[client.name, `of ${client.place} ${client.state}, testator`]],
    recitals: [
      `I made my last will some years before this codicil. My circumstances have changed since the birth of a grandchild, and I wish to alter my will and otherwise to leave it as it is.`,
    ],
    operative: 'I declare this to be a codicil to my will',
    clauses: [
      ...(paper.executor
        ? [
            [
              'Executor',
              [
                `In clause 2, I appoint ${paper.executor} as executor and trustee together with the executor whom I named there.`,
              ],
            ] as const,
          ]
        : []),
      [
        'Gift to a grandchild',
        [
          'I give the sum of $25,000 to each of my grandchildren who is living at my death, to be held by my trustee until the age of twenty-one years.',
          'My trustee may apply income and capital for the education of that grandchild before then.',
        ],
      ],
      [
        'Gift withdrawn',
        ['The gift to charity in clause 4 of my will is revoked, as I made it during my life.'],
      ],
      ['Confirmation', ['In all other respects I confirm my will.']],
    ],
    executed: `Signed on ${dateInWords(date)} in our presence, and attested by us in the presence of the testator and of each other.`,
    signers: [alone(client, client.name, 'testator'), alone(client, 'Graeme Tully', 'second witness')],
  }),
  minutes: ({ client, date, year }: PaperOf): Instrument => ({
    kind: 'Minutes of the trustee',
    title: `Minutes of a meeting of the trustee of the ${client.trust}`,
    date,
    parties: [
      [client.name, 'director, in the chair'],
      [client.spouse, 'director'],
      [client.witness.name, `${client.witness.occupation.toLowerCase()}, by invitation`],
    ],
    operative: 'Business of the meeting',
    clauses: [
      [
        'Opening',
        [
          'The chair declared the meeting open at 10.00 am and noted that a quorum was present. No apologies were received, and no conflict of interest was declared.',
        ],
      ],
      [
        'Minutes of the last meeting',
        ['The minutes of the last meeting were taken as read and signed by the chair as a true record.'],
      ],
      [
        'Accounts',
        [
          `The accountant tabled the draft accounts for the year ended 30 June ${year}. Net income is $86,412, of which $31,200 is rent, $22,812 franked distributions and $32,400 a net capital gain on the sale of listed shares.`,
          'Resolved that the accounts be adopted, subject to the valuation of the land.',
        ],
      ],
      [
        'Review of investments',
        [
          'The meeting reviewed each investment as clause 8.3 of the deed requires. The term deposits that mature in September are to be renewed for six months at the best rate that is offered.',
          'Resolved that three agents be asked for an appraisal of the land, and that the matter come back to the next meeting.',
        ],
      ],
      [
        'Safe custody',
        [
          'It was noted that the original deed and its variations are in the strong room of Chen & Whitlam Trustees, and that copies are shared through Deedbox only, for as long as they are needed.',
        ],
      ],
      ['Close', ['There being no further business, the chair closed the meeting at 11.25 am.']],
    ],
    executed: 'Signed as a true record.',
    signers: [alone(client, client.name, 'chair')],
  }),
  distribution: ({ client, date, year }: PaperOf): Instrument => ({
    kind: 'Resolution to distribute income',
    title: `${client.trust}: year ended 30 June ${year}`,
    date,
    parties: [[trusteeOf(officeOn(client, dayOf(date))), 'Trustee']],
    recitals: [
      'Under clause 4.1 the Trustee may before the end of each Financial Year pay, apply or set aside the income of that year for any of the Beneficiaries.',
      'The amount of the income is not known today. It will be determined from the accounts, and the resolution is to be read with the method below.',
    ],
    operative: 'The Trustee resolves',
    clauses: [
      [
        'Income determined',
        [
          'The income of the Trust is its net income under section 95 of the Income Tax Assessment Act 1936 (Cth), without the amounts that are made up of franking credits.',
        ],
      ],
      [
        'Distribution',
        [
          `The income of the year ended 30 June ${year} is set aside for the Beneficiaries in the Schedule in the shares written there. Each is presently entitled from the moment of this resolution.`,
          'The net capital gain is set aside for the first Beneficiary in the Schedule alone, who is made specifically entitled to it.',
        ],
      ],
      [
        'Default',
        ['A share that fails for any reason is held for the Primary Beneficiaries in equal shares.'],
      ],
      [
        'Payment',
        [
          'Each amount is credited to the account of the Beneficiary in the books of the Trust and is payable on demand.',
        ],
      ],
    ],
    schedules: [
      {
        heading: 'Shares of the beneficiaries',
        rows: [client.spouse, ...client.children].map((name, index, all) => [
          name,
          index === 0
            ? 'The first $45,000, and the net capital gain'
            : index === all.length - 1
              ? 'The balance'
              : 'The next $20,000',
        ]),
      },
    ],
    executed: `Passed before midnight on 30 June ${year}.`,
    signers: [signing(client, officeOn(client, dayOf(date)))],
  }),
  newAppointor({ client, date }: PaperOf): Instrument {
    const [before, next] = [appointorOn(client, dayOf(date)), appointorOn(client, dayAfter(date))]
    const title = appointing(client)
    return {
      kind: 'Deed of appointment of a successor',
      title: client.trust,
      date,
      cover: true,
      parties: [
        [before, `Retiring ${title}`],
        [next, `New ${title}`],
        [trusteeOf(officeOn(client, dayOf(date))), 'Trustee'],
      ],
      recitals: [
        `${before} is the ${title} of the ${client.trust} and wishes to hand that office to the next generation.`,
        'Clause 14.3 allows the holder of the office to name a successor by deed, from a day during life or by will.',
      ],
      operative: 'The parties agree',
      clauses: [
        [
          'Retirement and succession',
          [
            `${before} retires as ${title} on the date of this deed.`,
            `${next} holds the office from the same moment, with every power that the deed of settlement gives to its holder, and accepts it.`,
          ],
        ],
        [
          'The trustee',
          [
            'The Trustee remains in office. It notes the change in the register of the Trust and will ask the new holder for the consents that the deed requires.',
          ],
        ],
        [
          'If the new holder cannot act',
          [
            `If ${next} dies or loses capacity without having named a successor, the office passes to the children of ${next} who are of full age, jointly.`,
          ],
        ],
        ['Confirmation', ['In all other respects the deed of settlement and its variations are confirmed.']],
      ],
      executed: 'Executed as a deed.',
      signers: [
        alone(client, before, `Retiring ${title}`),
        alone(client, next, `New ${title}`),
        signing(client, officeOn(client, dayOf(date))),
      ],
    }
  },
  unitDeed: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Unit trust deed',
    title: client.trust,
    date,
    cover: true,
    parties: [
      [trusteeOf(officeOn(client, dayOf(date))), 'Trustee'],
      [client.name, 'Founder and Unit Holder'],
      [client.spouse, 'Unit Holder'],
    ],
    recitals: [
      `The Trustee has received $1,000 from the Unit Holders and declares a trust of it, to be known as the ${client.trust}.`,
    ],
    operative: 'The parties agree',
    clauses: [
      [
        'Units',
        [
          'The beneficial interest in the Trust Fund is divided into ordinary units of equal value. A unit gives no right to a particular asset.',
          'The Trustee keeps a register of Unit Holders. A transfer takes effect when it is entered there.',
          'No unit is issued or transferred to a person who is not a Unit Holder before it was offered to the others in proportion to what they hold.',
        ],
      ],
      [
        'Income and capital',
        [
          'The income of each Financial Year belongs to the Unit Holders of 30 June in proportion to their units, and each is presently entitled to that share.',
          'On the Vesting Day the capital is distributed in the same proportion.',
        ],
      ],
      [
        'The Trustee',
        [
          'The Founder may remove the Trustee and appoint another by deed. A Trustee may retire on sixty days’ notice.',
          'The Trustee is indemnified out of the Trust Fund, but not by the Unit Holders beyond it.',
        ],
      ],
      [
        'Accounts',
        [
          'The Trustee has the accounts of each year made within four months of its end and sends them to each Unit Holder.',
        ],
      ],
      [
        'Variation',
        [
          'Clause 17: the Trustee may vary this deed by supplemental deed with the consent of the Founder, but not so that a unit already issued loses value.',
        ],
      ],
      [
        'Vesting',
        ['The Vesting Day is 30 November 2092, or an earlier day that all Unit Holders agree in writing.'],
      ],
    ],
    schedules: [
      {
        heading: 'Units at the date of this deed',
        rows: [
          [client.name, '500 ordinary units'],
          [client.spouse, '300 ordinary units'],
          [client.children[0], '200 ordinary units'],
        ],
      },
    ],
    executed: 'Executed as a deed.',
    signers: [
      signing(client, officeOn(client, dayOf(date))),
      alone(client, client.name, 'Founder and Unit Holder'),
      alone(client, client.spouse, 'Unit Holder'),
    ],
  }),
  fundDeed: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Superannuation fund deed',
    title: client.trust,
    date,
    cover: true,
    parties: [
      [trusteeOf(officeOn(client, dayOf(date))), 'Trustee'],
      [client.name, 'Principal Member'],
      [client.spouse, 'Member'],
    ],
    recitals: [
      'The parties wish to establish an indefinitely continuing superannuation fund whose only purpose is to provide benefits to its Members on retirement, and to their dependants on death.',
    ],
    operative: 'The parties agree',
    clauses: [
      [
        'The Fund',
        [`The Fund is known as the ${client.trust}. The Trustee holds its assets on trust for the Members.`],
      ],
      [
        'Members',
        [
          'A person becomes a Member by applying in writing and being admitted. There are no more Members than the law allows to a fund of this kind.',
          'The Trustee keeps an account for each Member of contributions, earnings, costs and benefits.',
        ],
      ],
      [
        'Trustee',
        [
          'The Principal Member may appoint and remove the Trustee by deed. A company may be Trustee if each Member is one of its directors.',
        ],
      ],
      [
        'Death benefits',
        [
          'On the death of a Member the Trustee pays the benefit as a binding nomination says that is in force; otherwise to dependants or to the estate, as the Trustee decides.',
          'A binding nomination is in writing, signed before two witnesses, and lapses three years after it was signed unless it is confirmed.',
        ],
      ],
      [
        'Variation',
        [
          'Clause 17: the Trustee may vary this deed by supplemental deed with the consent of the Principal Member, but no accrued benefit may be made less.',
        ],
      ],
    ],
    executed: 'Executed as a deed.',
    signers: [
      signing(client, officeOn(client, dayOf(date))),
      alone(client, client.name, 'Principal Member'),
      alone(client, client.spouse, 'Member'),
    ],
  }),
  guardianship: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Appointment of enduring guardian',
    title: `Enduring guardianship of ${client.name}`,
    date,
    parties: [
      [client.name, `appointor, of ${client.place} ${client.state}`],
      [client.children[0], 'enduring guardian'],
    ],
    operative: 'The appointor declares',
    clauses: [
      [
        'Appointment',
        [
          `I appoint ${client.children[0]} as my enduring guardian. The appointment has effect while I cannot decide for myself.`,
        ],
      ],
      [
        'Functions',
        [
          'My guardian may decide where I live, what health care I receive, what other personal services I have, and may consent to medical and dental treatment.',
        ],
      ],
      [
        'Directions',
        [
          `I wish to stay in ${client.place}, near my family, for as long as that can be arranged, and to be asked although I may not be able to answer.`,
        ],
      ],
      [
        'Certificate of the witness',
        [
          `I, ${client.witness.name}, explained the effect of this instrument before it was signed. The appointor appeared to understand it.`,
        ],
      ],
    ],
    executed: 'Signed by the appointor, and accepted by the guardian.',
    signers: [
      alone(client, client.name, 'appointor'),
      alone(client, client.children[0], 'enduring guardian'),
    ],
  }),
  death: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Certified copy of the entry of a death',
    title: `Death certificate of ${client.name}`,
    date,
    parties: [[client.name, `formerly of ${client.place} ${client.state}`]],
    operative: 'Particulars entered in the register',
    clauses: [
      ['Deceased', [`${client.name}, of ${client.place}, ${client.state}.`]],
      ['Date of death', [`${dateInWords(new Date(date.getTime() - certifiedAfter * 86_400_000))}.`]],
      ['Spouse', [client.spouse]],
      ['Children', [client.children.join(', ')]],
      ['Informant', [`${client.children.at(-1)}, child of the deceased.`]],
    ],
    executed: 'Registered, and certified to be a true copy of the particulars in the register.',
    signers: [{ name: 'Alison Grieve', role: 'Registrar', witness: 'Deputy Registrar' }],
  }),
  probate: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Grant of probate',
    title: `Probate of the will of ${client.name}`,
    date,
    parties: [
      [client.name, `deceased, late of ${client.place} ${client.state}`],
      [client.spouse, 'executor named in the will'],
    ],
    operative: 'The Court orders',
    clauses: [
      [
        'Grant',
        [
          `Probate of the last will of ${client.name}, a copy of which is annexed, is granted to ${client.spouse}.`,
          'The executor has sworn to administer the estate according to law, and to file an inventory and an account when the Court requires it.',
        ],
      ],
      [
        'Inventory',
        [
          'The property disclosed in the inventory is land, listed securities, accounts with banks and personal effects.',
        ],
      ],
    ],
    executed: 'By the Court.',
    signers: [{ name: 'J. M. Harcourt', role: 'Deputy Registrar in Probate', witness: 'Seal of the Court' }],
  }),
  nomination: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Binding death benefit nomination',
    title: `Binding nomination of ${client.name}`,
    date,
    parties: [
      [client.name, 'Member'],
      [trusteeOf(officeOn(client, dayOf(date))), 'Trustee'],
    ],
    operative: 'The Member directs the Trustee',
    clauses: [
      [
        'Death benefit',
        [
          `To pay my death benefit from the ${client.trust} to ${client.spouse}, and if ${client.spouse} does not survive me by thirty days, to ${client.children.join(' and ')} in equal shares.`,
        ],
      ],
      [
        'How long it binds',
        [
          'This nomination binds the Trustee for three years from the day on which I sign it, unless I confirm, amend or revoke it before.',
        ],
      ],
    ],
    executed: 'Signed by the Member in the presence of two adults who are not named above.',
    signers: [alone(client, client.name, 'Member'), alone(client, 'Graeme Tully', 'second witness')],
  }),
  registration: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Certificate of registration of a company',
    title: `Certificate of registration of ${client.trustee}`,
    date,
    parties: [[trusteeOf(officeOn(client, '9999')), 'company limited by shares']],
    operative: 'This is to certify that',
    clauses: [
      [
        'Registration',
        [
          `${client.trustee} is registered as a proprietary company, is limited by shares, and is taken to be registered in ${client.state}.`,
        ],
      ],
      ['Commencement', ['The company is a body corporate from the day of this certificate.']],
    ],
    executed: 'Issued under the law of the day.',
    signers: [{ name: 'R. Fielding', role: 'Delegate', witness: 'Seal of the Commission' }],
  }),
  directors: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Minutes of directors',
    title: `Minutes of a meeting of the directors of ${client.trustee}`,
    date,
    parties: [
      [client.name, 'director, in the chair'],
      [client.spouse, 'director'],
      [client.children[0], 'by invitation'],
    ],
    operative: 'Business of the meeting',
    clauses: [
      [
        'Appointment of a director',
        [
          `Resolved that ${client.children[0]}, who has consented in writing, is appointed as a director from today.`,
          'The secretary is to lodge the notice of the change within twenty-eight days.',
        ],
      ],
      [
        'Solvency',
        [
          'Resolved that in the opinion of the directors there are reasonable grounds to believe that the company can pay its debts as and when they fall due.',
        ],
      ],
      ['Register', ['The registers of members and of officers were tabled and found to be in order.']],
    ],
    executed: 'Signed as a true record.',
    signers: [alone(client, client.name, 'chair')],
  }),
}
