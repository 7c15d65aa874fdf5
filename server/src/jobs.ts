import { defineDocumentJobs } from './documents/documents.jobs.ts'
import { defineDashboardJobs } from './documents/lists/tallies.jobs.ts'
import { defineUploadJobs } from './documents/uploads/uploads.jobs.ts'
import { defineWordJobs } from './finding/words/words.jobs.ts'
import { defineAccountJobs } from './identity/accounts/accounts.jobs.ts'
import { defineAuthApiJobs } from './identity/auth-api/auth-api.jobs.ts'
import { defineTokenJobs } from './identity/tokens/tokens.jobs.ts'
import { defineLogJobs } from './insight/log/log.jobs.ts'
import type { Services } from './kernel/services.ts'
import { mails } from './mails.ts'
import { defineDateRuleJobs } from './matters/dates/rules.ts'
import { defineMatterImportJobs } from './matters/files/imports.jobs.ts'
import { defineBackupJobs } from './operations/backup/backup.jobs.ts'
import { defineKeyJobs } from './operations/keys/keys.jobs.ts'
import { defineLeavingJobs } from './operations/leaving/leaving.jobs.ts'
import { defineSystemJobs } from './operations/system/system.jobs.ts'
import { defineAnnouncementJobs } from './practice/announcements/announcements.jobs.ts'
import { defineHoldJobs } from './practice/holds/holds.jobs.ts'
import { defineReviewJobs } from './practice/reviews/reviews.jobs.ts'
import { defineInspectionJobs } from './release/inspections/entitled.ts'
import { defineReminderJobs } from './sharing/notices/notices.jobs.ts'
import { noticesIn } from './sharing/notices/notices.ts'
import { defineRequestJobs } from './sharing/requests/requests.jobs.ts'

/** Registers every job of every domain. */
export function registerJobs(services: Services): void {
  defineAccountJobs(services)
  defineAnnouncementJobs(services)
  defineAuthApiJobs(services)
  defineTokenJobs(services)
  defineDocumentJobs(services)
  defineUploadJobs(services)
  defineWordJobs(services)
  defineRequestJobs(services)
  defineReminderJobs(services, noticesIn(mails))
  defineHoldJobs(services)
  defineDateRuleJobs(services)
  defineMatterImportJobs(services)
  defineInspectionJobs(services)
  defineReviewJobs(services)
  defineDashboardJobs(services)
  defineLogJobs(services)
  defineBackupJobs(services)
  defineKeyJobs(services)
  defineLeavingJobs(services)
  defineSystemJobs(services)
}
