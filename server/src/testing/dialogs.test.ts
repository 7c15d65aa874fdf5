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

/** Files with a form or a field of their own that asks nothing, and why. */
const silent: Record<string, string> = {
  'accounts/auth-card.tsx': 'The frame of forms that ask',
  'audit/event-filters.tsx': 'An address to filter by',
  'custody/stock-take-page.tsx': 'The number of one packet, which Enter records',
  'documents/viewer/find-panel.tsx': 'Words to search for',
  'documents/viewer/page-number.tsx': 'The number of a page',
  'documents/viewer/password-form.tsx': 'A password that is not kept',
  'documents/viewer/print-dialog.tsx': 'Numbers of pages',
  'ui/client-input.tsx': 'The text is in the form around it',
}
const inApplication = sources.filter(({ file }) => !file.startsWith('site/'))

test('a form, or a field outside of one, that is not made of the part that asks does so itself', () => {
  const own = inApplication.filter(({ text }) => {
    const forms = [...text.matchAll(/<form\b[^>]*?onSubmit=\{([^}]*)/g)].map(([, submit]) => submit)
    const fields = text.split(/<(?:TextInput|Textarea|PasswordInput|TagsInput|Autocomplete)\b/).slice(1)
    return (
      forms.some((submit) => submit !== 'form.submit') ||
      fields.some((rest) => /\bset[A-Z]\w*\(/.test(rest.split('/>')[0] ?? ''))
    )
  })
  const asks = /\buseUnsaved\(|\bform\.setFieldValue\(/
  const found = own.filter(({ text }) => !asks.test(text)).map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(silent).sort())
})

test('every button that closes a form asks first', () => {
  const bare = inApplication.filter(({ file, text }) =>
    text
      .split(/<form\b/)
      .slice(1)
      .some(
        (rest) =>
          /<Button\b[^>]*onClick=\{(?:props\.)?(?:onClose|onCancel|close)\}/.test(
            rest.split('</form>')[0] ?? '',
          ) && !(file in silent),
      ),
  )
  expect(bare.map(({ file }) => file)).toEqual([])
})

test('the buttons of every dialog stay in view: they stand in DialogButtons', () => {
  const dialogs = filesWith(/ui\/dialog\.tsx'/)
  expect(dialogs.length).toBeGreaterThan(25)
  expect(filesWith(/<Group justify="flex-end"/).filter((file) => dialogs.includes(file))).toEqual([])
})
