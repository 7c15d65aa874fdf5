import type { SettingName } from '../settings.ts'

/** Names of the settings in the audit trail. */
const labels: Record<SettingName, string> = {
  deploymentName: 'Name of the deployment',
  supportEmail: 'Support address',
  phone: 'Phone',
  officeAddress: 'Office address',
  enterpriseEmail: 'Address for Enterprise enquiries',
  timeZone: 'Time zone',
  sharePeriodDays: 'Share for (days)',
  sessionDays: 'Sign in again after (days)',
  signUp: 'Who may sign up',
  signUpRoles: 'Roles at sign-up',
  secondFactorRoles: 'Roles that need a second factor',
  secondFactorGraceDays: 'Days without a second factor',
  maintenance: 'Maintenance notice',
  reminderDaysBefore: 'Remind of expiring documents (days before)',
  deletedKeptDays: 'Keep deleted documents for (days)',
  recordsKeptYears: 'Keep names and texts of records for (years)',
  reviewYears: 'Review documents after (years)',
  storageMegabytes: 'Storage for each person (MB)',
  copyChecks: 'Copies can be checked by their codes',
  copyOldAfterDays: 'Call a copy old after (days)',
  backups: 'Backups',
  backupTime: 'Time of backups',
  backupsKeptDaily: 'Daily backups kept',
  backupsKeptWeekly: 'Weekly backups kept',
  backupsKeptMonthly: 'Monthly backups kept',
  logHeadEmails: 'Who gets the head of the log every day',
  marketingPages: 'Public pages',
  businessHours: 'Business hours',
  prices: 'Prices',
  hosting: 'Where the data is kept',
}

/** Names a setting; one of an older release keeps its stored name. */
export const settingLabel = (name: string): string => (labels as Record<string, string>)[name] ?? name
