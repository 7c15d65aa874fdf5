/**
 * First values of the setting of prices (specification, section 1), in Australian dollars a month and in documents. The third plan, Enterprise, has a
 * price by agreement and no limit.
 */
export const startPrices = {
  trialDays: 30,
  basicDollars: 5.99,
  basicDocuments: 50,
  smallDollars: 49.99,
  smallDocuments: 500,
}

/** The numbers of the legal texts (specification, section 9). */
export const offer = {
  terminationNoticeDays: 30,
  /** Days in which customers can download their documents after the end of the contract. */
  downloadAfterEndDays: 90,
  retentionYears: 7,
  policyChangeNoticeDays: 30,
  breachNoticeHours: 72,
} as const
