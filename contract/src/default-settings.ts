import { limits } from './limits.ts'
import type { Settings } from './settings.ts'

type Lists = 'signUpRoles' | 'secondFactorRoles'

/** The settings that nobody has changed and the configuration does not give. Without schemas: the browser's first code has them. */
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
  backups: 'daily',
  backupTime: '02:00',
  backupsKeptDaily: 7,
  backupsKeptWeekly: 5,
  backupsKeptMonthly: 12,
  marketingPages: true,
  hosting: '',
} as const satisfies Partial<Omit<Settings, Lists>> & Record<Lists, readonly string[]>
