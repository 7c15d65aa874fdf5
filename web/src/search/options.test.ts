import { IconShare } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { groupsOf, matchesLabel, readText, type Verb } from './options.ts'

const ran: string[] = []
const verbs: Verb[] = [
  {
    word: 'share',
    label: 'Share a document …',
    icon: IconShare,
    on: 'documents',
    labelOf: ({ title }) => `Share ${title}`,
    can: ({ can }) => can.share,
    run: ({ id }) => void ran.push(id),
  },
]
const commands = [{ label: 'Go to Settings', icon: IconShare, run: () => undefined }]
const places = {
  document: ({ id }: { id: string }) => `/documents/${id}`,
  client: ({ name }: { name: string }) => `/c/${name}`,
  matter: ({ id }: { id: string }) => `/matters/${id}`,
  person: ({ email }: { email: string }) => `/p/${email}`,
  request: ({ id }: { id: string }) => `/r/${id}`,
  texts: (asked: string) => `/t/${asked}`,
  open: (to: string) => void ran.push(to),
}
const hit = (id: string, share: boolean) => ({
  id,
  title: `Deed ${id}`,
  type: 'other' as const,
  status: 'active' as const,
  clientName: null,
  reference: null,
  ownerName: 'Olive',
  can: { share, correct: false, archive: false },
})
const found = {
  documents: [hit('1', true), hit('2', false)],
  texts: [hit('3', true)],
  clients: [{ name: 'Smith', can: { open: true } }],
  people: [],
  matters: [],
  requests: [],
}
const shown = (text: string) =>
  groupsOf(text, found, { commands, verbs, places, type: (next) => void ran.push(next) }).map(
    ({ label, options }) => [label, options.map((option) => option.label)],
  )

test('a verb takes the words after it; alone it is a word like others', () => {
  expect(readText('Share  will of mary ', verbs)).toEqual({ verb: verbs[0], asked: 'will of mary' })
  expect(readText('share', verbs)).toEqual({ verb: undefined, asked: 'share' })
  expect(readText('shared deed', verbs)).toEqual({ verb: undefined, asked: 'shared deed' })
})

test('commands are found by the beginnings of their words', () => {
  expect(matchesLabel('Go to Settings', 'sett')).toBe(true)
  expect(matchesLabel('Go to Settings', 'go set')).toBe(true)
  expect(matchesLabel('Go to Settings', 'ettings')).toBe(false)
})

test('what was found is grouped, empty groups are left out, and a verb is offered only where it is allowed', () => {
  expect(shown('')).toEqual([['Commands', ['Share a document …', 'Go to Settings']]])
  expect(shown('deed')).toEqual([
    ['Documents', ['Deed 1', 'Deed 2']],
    ['Documents with these words in their text', ['Deed 3', 'All documents with these words in their text']],
    ['Clients', ['Smith']],
  ])
  expect(shown('share deed')).toEqual([['Share a document …', ['Share Deed 1', 'Share Deed 3']]])
  expect(shown('share ')).toEqual([])
})
