import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import './server/src/testing/clock.ts'
import { onEmbedded } from './server/src/testing/databases.ts'
import { patience } from './server/src/testing/patience.ts'

const common = {
  testTimeout: patience.test,
  hookTimeout: patience.test,
  expect: { poll: { timeout: patience.wait } },
  pool: 'forks' as const,
  isolate: false,
  // CI tries a failed test once more and names it in its output (ADR 50).
  retry: process.env.CI ? 1 : 0,
}

/**
 * Tests that take minutes together because they kill processes, fill disks, draw pages, make the demonstration or try every kind of store:
 * `npm test` runs them, `npm run check` does not.
 */
const long = [
  ...[
    'src/db/{client,embedded,migrate,room}',
    'src/platform/{jobs,rendering/**/*,storage/*,encryption/stream}',
  ],
  ...['src/testing/releases', 'demo/*'],
]
  .map((file) => `server/${file}.test.ts`)
  .concat('convert/src/*.test.ts')

/** They go first: last, one would keep a worker waiting for the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ project }: TestSpecification) => project.name === 'long'
    return (await super.sort(files)).sort((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

/** Tests of the server that need no HTTP. */
const rules =
  'server/{src/{platform,db,testing,kernel/http/openapi}/**/*,demo/**/*,src/{floors,mails,removals}}.test.{ts,tsx}'

/** Each file on PostgreSQL, a few on the embedded database too: what `npm test` asks for. Without it, every file runs on both. */
const once = process.env.DATABASES === 'one'
const all = ['server/src/**/*.test.ts']

/** Tests left out with TEST_CLOCK: they compare times of files or of PostgreSQL, which do not move with it, to the clock. */
const fixed = process.env.TEST_CLOCK
  ? ['server/src/{db,platform,testing}/**', 'server/src/documents/{store/sweep,uploads/uploads}.test.ts']
  : []

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
          include: [
            '{contract,convert,proof}/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'packaging/*.test.mjs',
            rules,
          ],
          exclude: [...long, ...fixed],
          globalSetup: 'server/src/testing/on-new-database.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'long',
          include: long,
          exclude: fixed,
          globalSetup: 'server/src/testing/on-new-database.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'pglite',
          include: once ? onEmbedded : all,
          exclude: [rules, ...fixed],
          globalSetup: 'server/src/testing/on-pglite.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: all,
          exclude: [rules],
          globalSetup: 'server/src/testing/on-postgres.ts',
        },
      },
    ],
  },
})
