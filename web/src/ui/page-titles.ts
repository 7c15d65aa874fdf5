/** The top of a page that can be shown before it is known who is looking (`handle` of its route). */
export type Titled = { title: string; lead: string }

export const documentsPage: Titled = {
  title: 'Documents',
  lead: 'The trust deeds, wills and other papers that you can open.',
}

export const mattersPage: Titled = {
  title: 'Matters',
  lead: 'The trusts, estates, funds, companies and people for whom documents are kept.',
}

export const calendarPage: Titled = {
  title: 'Calendar',
  lead: 'What falls due of your matters and documents. Deedbox reminds, it does not advise.',
}

export const custodyPage: Titled = {
  title: 'Custody',
  lead: 'The packets of paper originals: where each lies, who holds it, and who held it before.',
}
