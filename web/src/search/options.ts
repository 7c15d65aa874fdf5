import { searchedDetails } from '@deedbox/contract/document-details.ts'
import { documentStatusLabels } from '@deedbox/contract/document-terms.ts'
import { type MatterKind, matterKinds } from '@deedbox/contract/matter-terms.ts'
import type { ClientHit, DocumentHit, MatterHit, PersonHit, RequestHit } from '@deedbox/contract/search.ts'
import type { Icon } from '@tabler/icons-react'
import {
  IconBriefcase,
  IconBuilding,
  IconFileText,
  IconFolder,
  IconList,
  IconMessageQuestion,
  IconUser,
} from '@tabler/icons-react'
import type { Answer } from '../lib/api.ts'

/** Something that the search offers to do. It never acts by itself: it opens a page or a dialog. */
export type Command = { label: string; icon: Icon; run: () => void }

/** A command on objects that the words after it find, such as 'share will of mary'. */
export type Verb = {
  word: string
  /** Words to type, for the list of commands. */
  label: string
  icon: Icon
} & (
  | {
      on: 'documents'
      labelOf: (hit: DocumentHit) => string
      can: (hit: DocumentHit) => boolean
      run: (hit: DocumentHit) => void
    }
  | { on: 'people'; labelOf: (hit: PersonHit) => string; run: (hit: PersonHit) => void }
)

export type Option = {
  id: string
  label: string
  detail?: string
  icon: Icon
  run: () => void
  keepsOpen?: boolean
  /** State: it keeps its place, whatever the server finds. */
  settled?: boolean
}
export type Group = { label: string; options: Option[] }

/** Addresses of the results. */
export type Places = {
  document: (hit: DocumentHit) => string
  client: (hit: ClientHit) => string
  matter: (hit: MatterHit) => string
  person: (hit: PersonHit) => string
  request: (hit: RequestHit) => string
  /** Returns the address of all documents with these words in their text. */
  texts: (asked: string) => string
  open: (to: string) => void
}

/** Reads the verb at the beginning of a text, and the search words: the rest, or all of it. */
export function readText(text: string, verbs: readonly Verb[]): { verb: Verb | undefined; asked: string } {
  const [, first = '', rest = ''] = /^\s*(\S+)\s+(.*)$/.exec(text) ?? []
  const verb = verbs.find(({ word }) => word === first.toLowerCase())
  return verb ? { verb, asked: rest.trim() } : { verb: undefined, asked: text.trim() }
}

/** Tells whether each typed word begins a word of the label. */
export function matchesLabel(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}

const commandsShown = 4
type Found = Answer<'GET /api/search'>

/** Groups the options for a text: matching commands, then results, each kind in a group without empty ones. */
export function groupsOf(
  text: string,
  found: Found | undefined,
  {
    commands,
    verbs,
    places,
    type,
  }: { commands: Command[]; verbs: Verb[]; places: Places; type: (text: string) => void },
): Group[] {
  const { verb, asked } = readText(text, verbs)
  const groups = verb
    ? [{ label: verb.label, options: optionsFor(verb, asked ? found : undefined) }]
    : [
        { label: 'Commands', options: commandOptions(asked, commands, verbs, type) },
        ...(asked && found ? foundGroups(found, asked, places) : []),
      ]
  return groups.filter(({ options }) => options.length > 0)
}

function commandOptions(
  asked: string,
  commands: Command[],
  verbs: Verb[],
  type: (text: string) => void,
): Option[] {
  const typed = verbs.map(({ word, label, icon }) => ({
    label,
    icon,
    run: () => type(`${word} `),
    keepsOpen: true,
  }))
  const all = [...typed, ...commands].map((command) => ({
    ...command,
    id: `command ${command.label}`,
    settled: true,
  }))
  return asked ? all.filter(({ label }) => matchesLabel(label, asked)).slice(0, commandsShown) : all
}

function optionsFor(verb: Verb, found: Found | undefined): Option[] {
  if (!found) return []
  if (verb.on === 'people')
    return found.people.map((hit) => ({
      id: `${verb.word} ${hit.email}`,
      label: verb.labelOf(hit),
      detail: hit.email,
      icon: verb.icon,
      run: () => verb.run(hit),
    }))
  return [...found.documents, ...found.texts].filter(verb.can).map((hit) => ({
    id: `${verb.word} ${hit.id}`,
    label: verb.labelOf(hit),
    detail: detailOf(hit),
    icon: verb.icon,
    run: () => verb.run(hit),
  }))
}

const detailOf = (hit: DocumentHit): string =>
  [
    ...searchedDetails.map((name) => (name === 'title' ? null : hit[name])),
    hit.ownerName,
    hit.status === 'active' ? null : documentStatusLabels[hit.status],
  ]
    .filter(Boolean)
    .join(' · ')

function foundGroups(
  { documents, texts, clients, matters, people, requests }: Found,
  asked: string,
  places: Places,
): Group[] {
  const toDocument = (hit: DocumentHit): Option => ({
    id: `document ${hit.id}`,
    label: hit.title,
    detail: detailOf(hit),
    icon: IconFileText,
    run: () => places.open(places.document(hit)),
  })
  const allTexts: Option = {
    id: 'texts',
    label: 'All documents with these words in their text',
    icon: IconList,
    run: () => places.open(places.texts(asked)),
  }
  return [
    { label: 'Documents', options: documents.map(toDocument) },
    {
      label: 'Documents with these words in their text',
      options: [...texts.map(toDocument), ...(texts.length > 0 ? [allTexts] : [])],
    },
    {
      label: 'Clients',
      options: clients.map((hit) => ({
        id: `client ${hit.name}`,
        label: hit.name,
        icon: IconFolder,
        run: () => places.open(places.client(hit)),
      })),
    },
    {
      label: 'Matters',
      options: matters.map((hit) => ({
        id: `matter ${hit.id}`,
        label: hit.name,
        detail: [matterKinds[hit.kind as MatterKind], hit.reference].filter(Boolean).join(' · '),
        icon: IconBriefcase,
        run: () => places.open(places.matter(hit)),
      })),
    },
    {
      label: 'People',
      options: people.map((hit) => ({
        id: `person ${hit.email}`,
        label: hit.name,
        detail: hit.email,
        icon: IconUser,
        run: () => places.open(places.person(hit)),
      })),
    },
    {
      label: 'Requests',
      options: requests.map((hit) => ({
        id: `request ${hit.id}`,
        label: hit.kind === 'owner' ? `Request to ${hit.name}` : hit.name,
        detail: `${hit.own ? 'Yours' : `By ${hit.requesterName}`} · ${hit.status}`,
        icon: hit.kind === 'owner' ? IconBuilding : IconMessageQuestion,
        run: () => places.open(places.request(hit)),
      })),
    },
  ]
}
