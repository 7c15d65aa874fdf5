import { defineAccountJobs } from './accounts/accounts.jobs.ts'
import { defineAuthApiJobs } from './auth-api/auth-api.jobs.ts'
import { defineBackupJobs } from './backup/backup.jobs.ts'
import { defineDashboardJobs } from './dashboards/dashboards.jobs.ts'
import { defineDocumentJobs } from './documents/documents.jobs.ts'
import { defineUploadJobs } from './documents/uploads/uploads.jobs.ts'
import { defineReminderJobs } from './reminders/reminders.jobs.ts'
import { defineRequestJobs } from './requests/requests.jobs.ts'
import type { Services } from './services.ts'
import { defineSystemJobs } from './system/system.jobs.ts'
import { defineTokenJobs } from './tokens/tokens.jobs.ts'
import { defineWordJobs } from './words/words.jobs.ts'

/** Every job of every domain. */
export function registerJobs(services: Services): void {
  defineAccountJobs(services)
  defineAuthApiJobs(services)
  defineTokenJobs(services)
  defineDocumentJobs(services)
  defineUploadJobs(services)
  defineWordJobs(services)
  defineRequestJobs(services)
  defineReminderJobs(services)
  defineDashboardJobs(services)
  defineBackupJobs(services)
  defineSystemJobs(services)
}
