import type { Services } from '../../kernel/services.ts'
import { announcementQueue, queueBatch } from './batches.ts'

/** Defines the job. Its schedule goes on with what a server that died left. */
export const defineAnnouncementJobs = (services: Services): void =>
  services.jobs.define(
    announcementQueue,
    async ({ signal }) => {
      while (!signal.aborted && (await queueBatch(services)));
    },
    { cron: '* * * * *', atStart: true },
  )
