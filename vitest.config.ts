import { defineConfig } from 'vitest/config'

const common = { testTimeout: 20_000, hookTimeout: 60_000, pool: 'forks' as const, isolate: false }

export default defineConfig({
  test: {
    // The projects share two cores; each test file has a database of its own.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'server/src/{platform,db,demo,testing}/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'pglite',
          include: [
            'server/src/*.test.ts',
            'server/src/{accounts,access,documents,requests,owner-requests,reports,reminders,dashboards,audit,http,context,mail}/**/*.test.ts',
          ],
          globalSetup: 'server/src/testing/on-pglite.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: [
            'server/src/*.test.ts',
            'server/src/{accounts,access,documents,requests,owner-requests,reports,reminders,dashboards,audit,http,context,mail}/**/*.test.ts',
          ],
          globalSetup: 'server/src/testing/on-postgres.ts',
        },
      },
    ],
  },
})
