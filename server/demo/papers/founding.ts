import type { Instrument } from '../instrument.ts'
import { alone, dayOf, officeOn, type PaperOf, signing, trusteeOf } from './words.ts'

/** Deeds that begin a unit trust and a superannuation fund. */
export const founding = {
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
}
