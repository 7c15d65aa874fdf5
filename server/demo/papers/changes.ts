import type { DemoClient } from '../clients.ts'
import { appointorOn } from '../clients.ts'
import type { Instrument } from '../instrument.ts'
import {
  alone,
  appointing,
  appointorOf,
  dayAfter,
  dayOf,
  officeOn,
  type PaperOf,
  signing,
  trusteeOf,
} from './words.ts'

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

/** Deeds that change a trust. */
export const changes = {
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
}
