import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../../web/src')

/** Files in which the clock of the reader's own machine is right, and why. */
const ownClock: Record<string, string> = {
  'accounts/login.tsx': 'Failures that this browser keeps, and how long they count',
  'documents/upload/use-shared.ts': 'Files that this browser keeps for an hour',
  'documents/upload/use-uploads.ts': 'The speed of an upload',
  'documents/viewer/use-gestures.ts': 'The speed of a finger',
  'lib/api.ts': 'When an answer was asked for, to set the clock',
  'lib/live-refresh.ts': 'The pause between two loads',
  'lib/live.ts': 'How long nothing was heard',
  'lib/server-clock.ts': 'The clock itself',
  'lib/session.ts': 'When an answer came, to set the clock',
  'lib/use-live.ts': 'What was heard since',
  'main.tsx': 'Files that this browser keeps for an hour',
}

test('what a screen says of a time goes by the clock that the server sets', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !/^site\/|\.test\./.test(file))
  const asks = files.filter((file) =>
    /\bDate\.now\(\)|new Date\(\)/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(asks.sort()).toEqual(Object.keys(ownClock).sort())
})
