/** What the public pages promise: prices (specification, section 1) and the numbers of the legal texts (section 9). */
export const plans = [
  { name: 'Basic', dollarsAMonth: 5.99, documents: 50, buttonTo: '/signup' },
  { name: 'Small Business', dollarsAMonth: 49.99, documents: 500, buttonTo: '/signup' },
  /** Custom price, unlimited documents. */
  { name: 'Enterprise', dollarsAMonth: null, documents: null, buttonTo: '/contact' },
] as const

export const offer = {
  trialDays: 30,
  terminationNoticeDays: 30,
  /** How long customers can download their documents after the end of the contract. */
  downloadAfterEndDays: 90,
  retentionYears: 7,
  policyChangeNoticeDays: 30,
  breachNoticeHours: 72,
  businessHours: 'Mon-Fri 9-5 AEST',
} as const
