import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const common = { testTimeout: 20_000, hookTimeout: 60_000, pool: 'forks' as const, isolate: false }

/** Tests that take minutes together because they kill processes, fill disks, draw pages or read every release's data: `npm test` runs them. */
const long = [
  ...['db/embedded', 'db/room', 'demo/seed', 'testing/releases'],
  ...['convert/convert', 'faults', 'programs', 'scan'].map((file) => `platform/rendering/${file}`),
].map((file) => `server/src/${file}.test.ts`)

/** They go first: last, one would keep a worker waiting for the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ project }: TestSpecification) => project.name === 'long'
    return (await super.sort(files)).sort((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

/** Tests of the server that need no HTTP. */
const rules = 'server/src/{platform,db,demo,testing,http/openapi}/**/*.test.{ts,tsx}'
const http = { include: ['server/src/**/*.test.ts'], exclude: [rules] }

export default defineConfig({
  test: {
    // One more than the two cores: tests also wait. Each test file has a database of its own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'rules',
          include: ['contract/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'packaging/*.test.mjs', rules],
          exclude: long,
        },
      },
      { test: { ...common, name: 'long', include: long } },
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
          // Hostile input is refused before it comes to a database; the embedded one is the same PostgreSQL.
          exclude: [rules, 'server/src/http/hostile.test.ts'],
          globalSetup: 'server/src/testing/on-postgres.ts',
        },
      },
    ],
  },
})
