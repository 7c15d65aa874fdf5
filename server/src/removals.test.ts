import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removals } from './policy/removals.ts'

/** Statements that take away what a legal hold may keep: documents, their keys and content, accounts, organisations, records and holds. */
const removing = [
  /deletedAt: (ctx\.)?now/,
  /forget_events/,
  /wrappedKey: null|wrapped_key = null/,
  /closedAt: (ctx\.)?now/,
  /storage\.(quarantine\.)?remove\(/,
  /\.delete\((documents|profiles|organizations|auditEvents|logDisclosures|legalHolds|heldDocuments)\)/,
  /(delete from|truncate) (documents|profiles|organizations|audit_events|log_disclosures|legal_holds|held_documents)/i,
]

/** Files that match and remove nothing that a hold keeps, with why. */
const others: Record<string, string> = {
  'documents/store/store.ts': 'content that was never recorded',
  'documents/store/sweep.ts': 'content without a document, or of one whose key is erased',
  'documents/uploads/finish.ts': 'the key of an upload, which its document has now',
  'operations/folder-import/import-file.ts': 'content that was never recorded',
  'operations/backup/restore/erase-again.ts': 'what was erased when no hold kept it',
  'operations/backup/restore/put-content.ts': 'content of a document whose key is erased',
}

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|testing)\.tsx?$/.test(name))
  .map((name) => ({ name, source: readFileSync(join(import.meta.dirname, name), 'utf8') }))

test('every removal stands in the table of removals', () => {
  const found = files.flatMap(({ name, source }) => (removing.some((one) => one.test(source)) ? [name] : []))
  const known = new Set<string>(Object.values(removals).map(({ file }) => file))
  expect(found.filter((name) => !known.has(name) && !(name in others))).toEqual([])
  expect(Object.keys(others).filter((name) => !found.includes(name))).toEqual([])
})

test.each(Object.entries(removals))('%s asks whether a hold keeps what it removes', (removal, { file }) => {
  const source = files.find(({ name }) => name === file)?.source
  expect(source).toMatch(new RegExp(`(heldAmong|refuseHeld)\\(\\s*ctx,\\s*'${removal}'`))
})
