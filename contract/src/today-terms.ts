/** Kinds of things that may wait for a person besides requests, in the order shown; kept apart from the schemas so that screens do not load zod. */
export const waitingKinds = [
  /** End of a guest's own account within 30 days. */
  'account',
  'trustees',
  /** Askings of nominees that wait, for those who may veto or agree; and what the caller is named for and has not answered. */
  'releases',
  'nominated',
  'inspections',
  /** Deaths whose evidence nobody has seen, until when access that rests on a power goes on. */
  'deaths',
  'confirm',
  'health',
  'failed-mail',
  /** Dates of which the caller is reminded, overdue or within 30 days. */
  'due',
  /** Packets that the caller took out, or of matters that they are responsible for, that were to be back. */
  'overdue-packets',
  /** Access and documents that end within 7 days. */
  'ending',
  'expiring',
  /** Invitations that nobody took up for 7 days. */
  'invitations',
  'enquiries',
  'unrecorded',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** First steps of a new account, three for each role, ticked by what was really done. */
export const firstSteps = [
  'backup',
  'mail',
  'invite',
  'upload',
  'share',
  'second-factor',
  'organization',
  'profile',
  'ask',
  'owner',
  'open',
] as const
export type FirstStep = (typeof firstSteps)[number]
