/** What may wait for a person besides requests, in the order in which it is shown; apart from the schemas, for the screens. */
export const waitingKinds = [
  /** A guest's own account ends within 30 days. */
  'account',
  'trustees',
  'confirm',
  'health',
  'failed-mail',
  /** Access and documents that end within 7 days. */
  'ending',
  'expiring',
  /** Invitations that nobody took up for 7 days. */
  'invitations',
  'enquiries',
  'unrecorded',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** The first steps of a new account: three for each role, done by what was really done. */
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
