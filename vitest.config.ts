import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const common = { testTimeout: 20_000, hookTimeout: 60_000, pool: 'forks' as const, isolate: false }

/** The file that kills a server twenty times goes first: last, it would keep one worker waiting for the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('/db/embedded.test.ts')
    return (await super.sort(files)).sort((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    // The projects share two cores; each test file has a database of its own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
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
