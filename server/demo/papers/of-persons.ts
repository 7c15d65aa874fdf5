import { daysBefore } from '@deedbox/contract/durations.ts'
import { certifiedAfter } from '../clients.ts'
import type { Instrument } from '../instrument.ts'
import { dateInWords } from '../pdf.ts'
import { alone, dayOf, officeOn, type PaperOf, trusteeOf } from './words.ts'

/** Papers of one person: what they leave, who acts for them, and what is issued when they die. */
export const ofPersons = {
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
      ['Date of death', [`${dateInWords(daysBefore(date, certifiedAfter))}.`]],
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
}
