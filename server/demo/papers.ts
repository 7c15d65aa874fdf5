import { acnText } from '@deedbox/contract/business-numbers.ts'
import type { DemoClient } from './clients.ts'
import type { Signer } from './ink.ts'
import type { Instrument } from './instrument.ts'
import { dateInWords } from './pdf.ts'

/** A paper of a client to write: signed on this day. `year` is the financial year that it is about, its last. */
export type PaperOf = { client: DemoClient; date: Date; year: number }

/** Returns the trustee with the number of its company: a company signs by its officers, a person before the witness. */
const trusteeOf = ({ trustee, acn }: DemoClient) => (acn ? `${trustee} (ACN ${acnText(acn)})` : trustee)
const signing = ({ name, spouse, trustee, acn, witness }: DemoClient): Signer =>
  acn
    ? { name: trustee, role: 'Trustee', officers: [name, spouse] }
    : { name: trustee, role: 'Trustee', witness: witness.name }
const alone = ({ witness }: DemoClient, name: string, role: string): Signer => ({
  name,
  role,
  witness: witness.name,
})

/** Words of every kind of paper that is not a deed of settlement, a will or a letter. A new kind is an entry here and in `kinds` of plan.ts. */
export const papers = {
  variation: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Deed of variation',
    title: client.trust,
    date,
    cover: true,
    parties: [
      [trusteeOf(client), 'Trustee'],
      [client.name, 'Appointor'],
    ],
    recitals: [
      `By a deed of settlement the ${client.trust} was established, and ${trusteeOf(client)} is its present Trustee.`,
      `Clause 17 of that deed allows the Trustee, with the consent of the Appointor, to vary it by supplemental deed. ${client.name} is the Appointor and consents by signing below.`,
      'The parties wish to keep the benefit of the trust from foreign persons, to provide for streaming of capital gains and franked distributions, and to bring the notice provisions up to date.',
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
      [
        'Notices',
        [
          'Clause 18.1 is replaced by: “A notice may be given by email to an address that the recipient has confirmed, and is received when it can be read there.”',
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
        rows: [
          ['1.2A (new)', 'Foreign persons excluded'],
          ['4.3', 'Streaming of capital gains and franked distributions'],
          ['18.1', 'Notices by email'],
        ],
      },
    ],
    executed: 'Executed as a deed.',
    signers: [signing(client), alone(client, client.name, 'Appointor')],
  }),
  newTrustee: ({ client, date }: PaperOf): Instrument => ({
    kind: 'Deed of retirement and appointment of trustee',
    title: client.trust,
    date,
    cover: true,
    parties: [
      [client.spouse, 'Retiring trustee'],
      [trusteeOf(client), 'New trustee'],
      [client.name, 'Appointor'],
    ],
    recitals: [
      `${client.spouse} is the sole trustee of the ${client.trust} and has given the Appointor thirty days’ notice of the wish to retire.`,
      `Clause 14.2 gives the Appointor power to appoint a new trustee in writing. The Appointor wishes to appoint ${trusteeOf(client)}.`,
    ],
    operative: 'The parties agree',
    clauses: [
      [
        'Retirement and appointment',
        [
          `${client.spouse} retires from the office of trustee, and the Appointor accepts the retirement, on the date of this deed.`,
          `The Appointor appoints ${trusteeOf(client)} as trustee of the ${client.trust} from the same moment, and the new trustee accepts the trusts of the deed of settlement.`,
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
          [`${client.place}: the land at the family home`, 'Transfer of title, to be lodged electronically'],
          ['Listed securities', 'Off-market transfer to a new holder number'],
          ['Transaction and term accounts', 'New mandates, signed by both directors'],
        ],
      },
    ],
    executed: 'Executed as a deed.',
    signers: [
      alone(client, client.spouse, 'Retiring trustee'),
      signing(client),
      alone(client, client.name, 'Appointor'),
    ],
  }),
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
  codicil: ({ client, date }: PaperOf): Instrument => ({
    kind: 'First codicil',
    title: `Codicil to the will of ${client.name}`,
    date,
    parties: [[client.name, `of ${client.place} ${client.state}, testator`]],
    recitals: [
      `I made my last will some years before this codicil. My circumstances have changed since the birth of a grandchild, and I wish to alter my will and otherwise to leave it as it is.`,
    ],
    operative: 'I declare this to be a codicil to my will',
    clauses: [
      [
        'Executor',
        [
          `In clause 2, I appoint ${client.children[0]} as executor and trustee together with the executor whom I named there.`,
        ],
      ],
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
    parties: [[trusteeOf(client), 'Trustee']],
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
    signers: [signing(client)],
  }),
}
