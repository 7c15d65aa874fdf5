import { expect, test } from 'vitest'
import { papersInWords, releaseInWords, type TermsInWords } from './release-words.ts'

const terms: TermsInWords = {
  ...{ how: 'order', quorum: null, waitDays: 14, accessLevel: 'view', lastsDays: 90, lastsUntil: null },
  ...{ evidence: '', needsAgreement: false, onBehalfOf: null },
}
const anna = { name: 'Anna', afterDays: 0 }
const ben = { name: 'Ben', afterDays: 7 }
const carl = { name: '', afterDays: 0 }

test('what a nomination does is said in one sentence, with every term of it', () => {
  const three = papersInWords({ matter: 'Quill Trust', count: 3 })
  expect(releaseInWords({ ...terms, evidence: 'A death\n certificate.' }, [anna], three)).toBe(
    'If Anna asks with evidence (A death certificate) and nobody vetoes it for 14 days, then for 90 days they may view 3 documents of “Quill Trust”.',
  )
  const all = papersInWords({ matter: 'Quill Trust', count: null })
  expect(releaseInWords({ ...terms, needsAgreement: true }, [anna, ben], all)).toBe(
    'If Anna or Ben asks, a trustee agrees and nobody vetoes it for 14 days (Ben: 21 days), then for 90 days they may view all documents that are in “Quill Trust” when they ask.',
  )
  expect(releaseInWords({ ...terms, onBehalfOf: 'Ada Quill' }, [anna], three)).toBe(
    'If Anna asks and nobody vetoes it for 14 days, then for 90 days they may view 3 documents of “Quill Trust”. Nominees are told that these are papers of Ada Quill, and no title.',
  )
  const quorum = { ...terms, how: 'quorum', quorum: 2, accessLevel: 'download', lastsDays: null } as const
  const until = { lastsUntil: '2027-03-01', absences: [{ from: '2026-12-20', until: '2027-01-10' }] }
  expect(
    releaseInWords({ ...quorum, ...until }, [anna, ben, carl], papersInWords({ document: 'Will' })),
  ).toBe(
    'If 2 of Anna, Ben and nominee 3 ask and nobody vetoes it for 14 days, then until Monday 1 March 2027 they may view and download “Will”. The owner is away from Sunday 20 December 2026 to Sunday 10 January 2027: these days do not count.',
  )
})

test('a nominee is told what they can do, and a number that is not typed yet is left open', () => {
  const you = { you: true, of: 3, afterDays: 7 } as const
  expect(releaseInWords(terms, you, 'papers of Ada')).toBe(
    'If you ask and nobody vetoes it for 21 days, then for 90 days you may view papers of Ada.',
  )
  expect(releaseInWords({ ...terms, onBehalfOf: 'Ada' }, you, 'papers of Ada')).toBe(
    releaseInWords(terms, you, 'papers of Ada'),
  )
  expect(
    releaseInWords({ ...terms, how: 'quorum', quorum: 2, waitDays: 1 }, { ...you, afterDays: 0 }, 'papers'),
  ).toBe(
    'If you and others ask, 2 of 3 nominees, and nobody vetoes it for 1 day, then for 90 days you may view papers.',
  )
  expect(releaseInWords({ ...terms, waitDays: Number.NaN }, [anna], 'it')).toContain('for … days')
})
