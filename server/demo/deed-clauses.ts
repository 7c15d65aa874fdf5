/** The people of a trust deed. */
export interface DeedParties {
  settlor: string
  trustee: string
  appointor: string
  beneficiaries: readonly string[]
  /** Two officers who sign for a company that is the trustee. */
  officers?: readonly [string, string]
}

/** A clause: its heading and its numbered paragraphs. */
export interface Clause {
  heading: string
  paragraphs: readonly string[]
}

/** Returns what the deed says before its first clause. */
export function recitals({ settlor, trustee }: DeedParties, trust: string): string[] {
  return [
    `The Settlor, ${settlor}, wishes to establish a trust for the benefit of the persons described in this deed as the Beneficiaries, to be known as the ${trust}.`,
    `The Settlor has, on or before the signing of this deed, paid the Settled Sum to ${trustee}, who has agreed to act as the first Trustee.`,
    'The parties intend that further money and property may be added to the Settled Sum and that all of it be held on the trusts, and with the powers, set out below.',
  ]
}

/** Yields the clauses in order: first those that every deed has, then as many powers over kinds of property as needed. */
export function* clauses(parties: DeedParties, trust: string, state: string): Generator<Clause, undefined> {
  yield* standing(parties, trust, state)
  for (const where of places) {
    for (const [heading, property] of holdings) yield power(heading, property, where)
  }
}

function standing({ trustee, appointor }: DeedParties, trust: string, state: string): Clause[] {
  return [
    {
      heading: 'Definitions',
      paragraphs: [
        `“Appointor” means ${appointor} and any person who succeeds to that office under clause 14.`,
        '“Beneficiaries” means the Primary Beneficiaries named in the Schedule, their spouses, children and remoter issue, and every company or trust in which any of them holds an interest.',
        '“Trust Fund” means the Settled Sum, all money and property added to it, accumulated income, and the investments from time to time representing them.',
        '“Vesting Day” means the day eighty years after the date of this deed, or any earlier day that the Trustee appoints in writing under clause 10.',
        `“Trustee” means ${trustee} or the trustee or trustees for the time being of the ${trust}.`,
      ],
    },
    {
      heading: 'Interpretation',
      paragraphs: [
        'Headings are for convenience only and do not affect the meaning of this deed. The singular includes the plural, and a reference to a person includes a corporation, a partnership and a body politic.',
        'A reference to an Act includes regulations made under it and any Act that amends or replaces it, whether of the Commonwealth or of a State or Territory.',
        'If a provision cannot be given effect in accordance with its terms it is to be read down, and if it cannot be read down it is to be severed without affecting what remains.',
      ],
    },
    {
      heading: 'Declaration of trust',
      paragraphs: [
        'The Trustee declares that it holds the Trust Fund on trust for the Beneficiaries on the terms of this deed, and accepts the office of Trustee.',
        `The trust established by this deed may be known as the ${trust} or by any other name that the Trustee adopts by resolution.`,
        'No Beneficiary has a present interest in any particular asset of the Trust Fund before it is distributed or set aside for that Beneficiary.',
      ],
    },
    {
      heading: 'Income of the Trust Fund',
      paragraphs: [
        'Before the end of each Financial Year the Trustee may pay, apply or set aside the whole or part of the income of that year for such one or more of the Beneficiaries, and in such shares, as the Trustee decides.',
        'Income that has not been dealt with by midnight on 30 June is held for the Primary Beneficiaries then living, in equal shares as tenants in common.',
        'The Trustee may determine what is income and what is capital, may keep separate accounts of any class or source of income, and may distribute each class to different Beneficiaries.',
        'A resolution about income is effective when it is made, whether or not an amount has then been calculated, so long as the method of calculation is certain.',
      ],
    },
    {
      heading: 'Accumulation',
      paragraphs: [
        'The Trustee may in any year accumulate all or part of the income, in which case it becomes an addition to the capital of the Trust Fund on the last day of that year.',
        'Accumulated income may be resorted to in a later year as if it were income of that year, to the extent that the law allows.',
      ],
    },
    {
      heading: 'Advances of capital',
      paragraphs: [
        'At any time before the Vesting Day the Trustee may raise any sum out of the capital of the Trust Fund and pay or apply it for the maintenance, education, advancement or benefit of any Beneficiary.',
        'An advance may be made by transferring property in kind, at a value that the Trustee obtains from a person qualified to give it, and need not be brought to account on the Vesting Day unless the Trustee so directs.',
        'The receipt of the parent or guardian of a Beneficiary under the age of eighteen years is a sufficient discharge to the Trustee.',
      ],
    },
    {
      heading: 'Additions to the Trust Fund',
      paragraphs: [
        'The Trustee may accept from any person, other than the Settlor, money or property as an addition to the Trust Fund, whether by gift, by will, or under the rules of a superannuation fund.',
        'The Trustee may decline an addition, and must decline one that carries conditions inconsistent with this deed.',
      ],
    },
    {
      heading: 'General powers of investment',
      paragraphs: [
        'The Trustee may invest the Trust Fund in any form of investment, whether or not it produces income, and may vary or transpose any investment, as if the Trustee were the absolute owner.',
        'In exercising a power of investment the Trustee must exercise the care, diligence and skill that a prudent person would exercise in managing the affairs of other persons.',
        'At least once in each year the Trustee must review the performance of the investments, individually and as a whole, and keep a written record of the review.',
      ],
    },
    {
      heading: 'Borrowing and security',
      paragraphs: [
        'The Trustee may borrow money from any person, with or without interest, and may give a mortgage, charge or other security over the whole or part of the Trust Fund.',
        'The Trustee may guarantee the obligations of a Beneficiary, or of a company in which a Beneficiary has an interest, if it considers that to do so is for the benefit of one or more Beneficiaries.',
        'A lender need not enquire whether the money is needed, or how it is applied.',
      ],
    },
    {
      heading: 'Vesting',
      paragraphs: [
        'The Trustee may, with the prior written consent of the Appointor, appoint a day earlier than the eightieth anniversary of this deed as the Vesting Day.',
        'On the Vesting Day the Trustee must divide the Trust Fund among such of the Beneficiaries as it decides and, failing a decision, among the Primary Beneficiaries then living in equal shares.',
        'If a Primary Beneficiary has died leaving children who survive to the Vesting Day, those children take, equally between them, the share that their parent would have taken.',
      ],
    },
    {
      heading: 'Duties and records of the Trustee',
      paragraphs: [
        'The Trustee must keep proper accounts of all receipts, payments, assets and liabilities, and must retain them with the instruments of the Trust for at least seven years.',
        'The original of this deed and of each instrument that varies it must be kept in safe custody. A copy may be given to a person who is entitled to see it, on terms that protect the affairs of other Beneficiaries.',
        'The Trustee must lodge the returns that the law requires, apply for and quote an Australian Business Number where one is needed, and pay the taxes of the Trust when they fall due.',
      ],
    },
    {
      heading: 'Decisions of the Trustee',
      paragraphs: [
        'Where there is more than one individual Trustee, decisions are made unanimously. Where the Trustee is a company, its decisions are made by its directors according to its constitution.',
        'A discretion of the Trustee is absolute; it need not give reasons, and may be exercised although a person who exercises it is also a Beneficiary and has an interest in the result.',
        'A written resolution signed by every Trustee, in one or several documents or by an electronic method that identifies the signer, is as effective as one passed at a meeting.',
      ],
    },
    {
      heading: 'Indemnity and remuneration',
      paragraphs: [
        'The Trustee is not liable for a loss unless it results from the Trustee’s own dishonesty, wilful misconduct or gross negligence, and is entitled to be indemnified out of the Trust Fund for liabilities properly incurred.',
        'A Trustee who practises a profession may charge the usual fees for work done by the Trustee or by the Trustee’s firm, including work that a person outside the profession could have done.',
      ],
    },
    {
      heading: 'The Appointor',
      paragraphs: [
        `${appointor} is the first Appointor and may by deed or by will nominate a person to succeed to the office.`,
        'The Appointor may at any time by writing remove a Trustee and appoint a new or additional Trustee. The Settlor may not be appointed.',
        'The office becomes vacant on death, bankruptcy or loss of capacity. If there is then no successor, the legal personal representative of the last Appointor fills it.',
      ],
    },
    {
      heading: 'Retirement and change of Trustee',
      paragraphs: [
        'A Trustee may retire by giving the Appointor thirty days’ notice in writing, and ceases to hold office when a new Trustee has been appointed or, if another Trustee remains, when the notice ends.',
        'An outgoing Trustee must do all that is needed to vest the Trust Fund in the continuing Trustee and must deliver up the deed, the minutes and the accounts within fourteen days.',
      ],
    },
    {
      heading: 'Exclusion of the Settlor',
      paragraphs: [
        'The Settlor, and any person acting as nominee of the Settlor, is not a Beneficiary. No part of the Trust Fund may be paid or lent to the Settlor or applied in any manner for the Settlor’s benefit.',
        'The Settlor gives up every right to resume the Settled Sum, and may not take part in the administration of the Trust.',
      ],
    },
    {
      heading: 'Variation of this deed',
      paragraphs: [
        'The Trustee may by supplemental deed, with the consent of the Appointor, revoke, add to or vary any trust or power in this deed.',
        'A variation may not confer a benefit on the Settlor, may not infringe a rule of law against perpetuities, and may not affect an amount already set aside for a Beneficiary.',
        'Each variation is to be endorsed on, or kept with, the original of this deed.',
      ],
    },
    {
      heading: 'Notices and governing law',
      paragraphs: [
        'A notice must be in writing and may be delivered by hand, by post to the address last known to the sender, or by email to an address that the recipient has given for that purpose.',
        `This deed is governed by the law of ${state}, and the parties submit to the courts of that State and to the courts that hear appeals from them.`,
      ],
    },
  ]
}

const holdings = [
  ['Land and buildings', 'freehold, leasehold and strata title land'],
  ['Listed securities', 'shares, stapled securities and debentures quoted on a recognised exchange'],
  ['Shares in private companies', 'shares of any class in a proprietary company'],
  ['Units in other trusts', 'units and other interests in fixed, unit and managed investment trusts'],
  ['Deposits and loans', 'deposits with an authorised institution and loans with or without security'],
  ['Business undertakings', 'the goodwill, stock and contracts of any business'],
  ['Insurance policies', 'policies of insurance on the life of a Beneficiary'],
  ['Intellectual property', 'patents, trade marks, designs and copyright'],
  ['Livestock and crops', 'livestock, growing crops and stored produce'],
  ['Plant and vehicles', 'plant, machinery, vehicles and vessels'],
  ['Water entitlements', 'water access licences and shares in an irrigation corporation'],
  ['Bullion and currency', 'bullion, coin and the currency of any country'],
  ['Superannuation benefits', 'benefits paid by a superannuation fund on the death of a member'],
  ['Works of art', 'paintings, sculpture, books and collections'],
] as const

const places = [
  '',
  ' situated outside Australia',
  ' held jointly with another person',
  ' held through a company that the Trustee controls',
  ' received by gift or under a will',
  ' subject to an existing charge',
]

const acts = [
  (x: string) => `acquire ${x} by purchase, exchange or gift, and pay for the same at once or by instalments`,
  (x: string) => `sell or otherwise dispose of ${x} by public auction, by tender or by private treaty`,
  (x: string) => `grant and take options and rights of first refusal over ${x}`,
  (x: string) => `give ${x} as security for an obligation of the Trust`,
  (x: string) =>
    `insure ${x} against loss, damage and liability for an amount that the Trustee thinks sufficient`,
  (x: string) => `appoint a manager, custodian or adviser for ${x} and pay a reasonable fee`,
  (x: string) => `lend, lease, license or hire out ${x} to any person, a Beneficiary included`,
  (x: string) => `maintain, repair, improve and develop ${x} out of income or capital`,
  (x: string) =>
    `divide ${x}, or combine the same with the property of others, and adjust any difference in value`,
  (x: string) => `hold ${x} in the name of a nominee who has declared in writing for whom it holds`,
  (x: string) => `have ${x} valued by a person qualified to do so, and rely upon that valuation`,
  (x: string) => `bring, defend and compromise any claim that concerns ${x}`,
]

const provisos = [
  'A record of the decision must be placed with the minutes of the Trust.',
  'The Trustee must first consider whether the transaction suits the Trust Fund as a whole.',
  'The Appointor must be told in writing within twenty-eight days.',
  'No Beneficiary may be preferred by the terms of the transaction alone.',
  'The costs are to be borne by the asset concerned unless the Trustee resolves otherwise.',
  'A person dealing with the Trustee need not ask whether this power was properly exercised.',
  'The power extends to an undivided share and to any right that is incidental to the property.',
  'Where the value exceeds one tenth of the Trust Fund, the Trustee must obtain independent advice.',
  'The power continues after the Vesting Day until the property has been distributed.',
  'Nothing in this paragraph allows a benefit to be conferred on the Settlor.',
  'The proceeds form part of the Trust Fund and retain the character of income or capital that they have at law.',
]

function power(heading: string, property: string, where: string): Clause {
  const turn = heading.length + where.length
  return {
    heading: `${heading}${where}`,
    paragraphs: acts.map(
      (act, index) =>
        `The Trustee may ${act(`${property}${where}`)}. ${provisos[(turn + index * 4) % provisos.length]}`,
    ),
  }
}
