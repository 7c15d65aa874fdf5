import { limits } from './limits.ts'
import type { Settings } from './settings.ts'

type Lists = 'signUpRoles' | 'secondFactorRoles'

/** Values of settings that nobody has changed and the configuration does not give. The browser loads them first, so there are no schemas here. */
export const defaultSettings = {
  deploymentName: 'Deedbox',
  phone: '',
  officeAddress: '',
  enterpriseEmail: '',
  sharePeriodDays: null,
  signUp: 'open',
  signUpRoles: ['trustee', 'requestor'],
  maintenance: null,
  secondFactorRoles: ['admin', 'trustee'],
  secondFactorGraceDays: 7,
  reminderDaysBefore: limits.reminder.daysBefore,
  deletedKeptDays: limits.deletedKeptDays,
  recordsKeptYears: limits.recordsKeptYears.usual,
  reviewYears: { deeds: null, wills: null, powers: null, records: null, other: null },
  storageMegabytes: limits.storageMegabytes.usual,
  copyChecks: true,
  copyOldAfterDays: 90,
  backups: 'daily',
  backupTime: '02:00',
  backupsKeptDaily: 7,
  backupsKeptWeekly: 5,
  backupsKeptMonthly: 12,
  logHeadEmails: [],
  businessHours: '',
  marketingPages: true,
  prices: null,
  hosting: '',
} as const satisfies Partial<Omit<Settings, Lists>> & Record<Lists, readonly string[]>
