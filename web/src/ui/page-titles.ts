/** The top of a page that can be shown before it is known who is looking (`handle` of its route). */
export type Titled = { title: string; lead: string }

/** The pages with a list whose top is painted ahead; the routes and the pages themselves take it from here. */
export const pageTitles = {
  documents: {
    title: 'Documents',
    lead: 'The trust deeds, wills and other papers that you can open.',
  },
  matters: {
    title: 'Matters',
    lead: 'The trusts, estates, funds, companies and people for whom documents are kept.',
  },
  calendar: {
    title: 'Calendar',
    lead: 'What falls due of your matters and documents. Deedbox reminds, it does not advise.',
  },
  custody: {
    title: 'Custody',
    lead: 'The packets of paper originals: where each lies, who holds it, and who held it before.',
  },
} satisfies Record<string, Titled>
