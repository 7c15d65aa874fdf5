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

/** Tests of the server that need no HTTP. */
const rules = 'server/src/{platform,db,demo,testing,http/openapi}/**/*.test.{ts,tsx}'
const http = { include: ['server/src/**/*.test.ts'], exclude: [rules] }

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
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'packaging/*.test.mjs', rules],
        },
      },
      {
        test: {
          ...common,
          name: 'pglite',
          ...http,
          globalSetup: 'server/src/testing/on-pglite.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          ...http,
          globalSetup: 'server/src/testing/on-postgres.ts',
        },
      },
    ],
  },
})
