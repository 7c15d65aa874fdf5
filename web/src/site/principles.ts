/** The thirteen Australian Privacy Principles (Privacy Act 1988 (Cth), Schedule 1), and how Deedbox follows each. */
export const principles: { title: string; text: string }[] = [
  {
    title: 'Open and transparent management of personal information',
    text: 'The privacy policy is public, in plain words, and says how to ask and to complain.',
  },
  {
    title: 'Anonymity and pseudonymity',
    text: 'You can read these pages and write to us without giving your real name. An account is personal, because access to a will or a deed must be given to a known person.',
  },
  {
    title: 'Collection of solicited personal information',
    text: 'An account asks for a name, an email address and a role. Phone and postal address are optional. There are no trackers.',
  },
  {
    title: 'Dealing with unsolicited personal information',
    text: 'A document uploaded by mistake can be deleted at once; after the days in which it can be restored, its key is erased. Backups made before hold it until they are cleared away, and a restore erases it again.',
  },
  {
    title: 'Notification of the collection of personal information',
    text: 'People who are invited, or asked for a document, get an email that says who gave us their address and why. Without an account, they can report it.',
  },
  {
    title: 'Use or disclosure of personal information',
    text: 'Documents are shown to the people they were shared with, and to those who run the deployment; each reading is recorded. Nothing is used for another purpose.',
  },
  {
    title: 'Direct marketing',
    text: 'There is none. Emails are about your documents, your requests, your account and the service itself.',
  },
  {
    title: 'Cross-border disclosure of personal information',
    text: 'Where the data is kept is a public statement of each deployment. Sharing with a person overseas is your decision, visible in the record.',
  },
  {
    title: 'Adoption, use or disclosure of government related identifiers',
    text: 'People are identified by an identifier of our own, never by a tax file number, Medicare number or the like. An organisation’s ABN describes the organisation.',
  },
  {
    title: 'Quality of personal information',
    text: 'The email address of everybody who signs up is confirmed, by a code or by the provider they sign in with. People correct their own details, and those who handle documents correct theirs, with a history.',
  },
  {
    title: 'Security of personal information',
    text: 'Encryption with a key for each document, access that ends, watermarks and an append-only audit trail. What is no longer needed is destroyed by erasing its key.',
  },
  {
    title: 'Access to personal information',
    text: 'You see your own account and what you were given. Ask us for the rest; we answer within 30 days.',
  },
  {
    title: 'Correction of personal information',
    text: 'Correct it yourself where you can, or ask us. The audit trail keeps what was, and the correction is added.',
  },
]
