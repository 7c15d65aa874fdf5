import type { Instrument } from '../instrument.ts'
import { alone, dayOf, officeOn, type PaperOf, signing, trusteeOf } from './words.ts'

/** What trustees and directors resolve, and the certificate of their company. */
export const meetings = {
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
