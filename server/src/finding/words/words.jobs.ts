import type { Services } from '../../kernel/services.ts'
import { sweepWords } from './due.ts'
import { indexDocuments } from './index-documents.ts'

export function defineWordJobs(services: Services): void {
  const { jobs } = services
  let running = false
  jobs.define(
    'index-documents',
    async ({ signal }) => {
      // The job runs once at a time on each server, so that it takes one place among the jobs at most.
      if (running) return
      running = true
      try {
        if (await indexDocuments(services, signal)) jobs.poke('index-documents')
      } finally {
        running = false
      }
    },
    { cron: '* * * * *', retryLimit: 0 },
  )
  jobs.define('sweep-words', () => sweepWords(services), { cron: '23 3 * * *' })
}
