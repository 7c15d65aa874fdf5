import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../web/src')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).sort()

test('every dialog asks before it lets typed text go: only the frame of dialogs, and the sign-in over a page, use the modal itself', () => {
  expect(filesWith(/\bModal\b[^}]*\} from '@mantine\/core'/)).toEqual([
    'accounts/sign-in-again.tsx',
    'ui/dialog-frame.tsx',
  ])
  expect(filesWith(/\bDialogFrame\b.* from /)).toEqual(['ui/confirm-dialog.tsx', 'ui/dialog.tsx'])
})

test('every form asks before it lets typed text go, unless it is soon typed again', () => {
  expect(filesWith(/\buseForm\b[^}]*\} from '@mantine\/form'/)).toEqual(['ui/form.tsx'])
  expect(filesWith(/\bfleeting: true/)).toEqual(['accounts/proof-dialog.tsx', 'accounts/sign-in-again.tsx'])
  expect(filesWith(/\buseBlocker\b/)).toEqual(['shell/leave-guard.tsx'])
})

test('the buttons of every dialog stay in view: they stand in DialogButtons', () => {
  const dialogs = filesWith(/ui\/dialog\.tsx'/)
  expect(dialogs.length).toBeGreaterThan(25)
  expect(filesWith(/<Group justify="flex-end"/).filter((file) => dialogs.includes(file))).toEqual([])
})
