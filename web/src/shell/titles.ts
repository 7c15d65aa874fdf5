/** The top of a page that can be shown before it is known who is looking (`handle` of its route). */
export type Titled = { title: string; lead: string }

export const documentsPage: Titled = {
  title: 'Documents',
  lead: 'The trust deeds, wills and other papers that you can open.',
}
