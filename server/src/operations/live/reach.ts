import { type LiveTopic, liveTopics } from '@deedbox/contract/live-topics.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Facts, Note } from './notes.ts'
import { administratorsOnly, concerns, personal, topicsOf } from './topics.ts'

/** Returns the names under which a person is told of something. */
export function keysOf(actor: Actor): string[] {
  const may = (permission: Actor['permissions'][number]) => actor.permissions.includes(permission)
  const handles = may('canViewAllDocuments') || (may('canManageDocuments') && actor.confirmed)
  return [
    'everyone',
    `id:${actor.id}`,
    `email:${actor.email}`,
    ...(handles ? ['handlers'] : []),
    ...(may('canManageSystem') ? ['administrators'] : []),
    ...(may('canManageOrganization') && actor.organizationId ? [`organization:${actor.organizationId}`] : []),
  ]
}

export type Reach = ReadonlyMap<string, ReadonlySet<LiveTopic>>

/** Finds the topics that each name is told of. An event that this version does not know may have changed anything. */
export function reachOf(notes: readonly Note[], facts: Facts): Reach {
  const reach = new Map<string, Set<LiveTopic>>()
  const tell = (key: string | null | false | undefined, topic: LiveTopic) => {
    if (!key) return
    const topics = reach.get(key)
    if (topics) topics.add(topic)
    else reach.set(key, new Set([topic]))
  }
  for (const note of notes) {
    const topics: readonly LiveTopic[] = (Object.hasOwn(topicsOf, note.event) && topicsOf[note.event]) || [
      'all',
    ]
    const about = aboutOf(note, facts)
    for (const topic of topics) {
      tell(concerns[topic], topic)
      // Sessions end in great number: each page asks whether its own has.
      const many = about.length === 0 || note.event.startsWith('organization_')
      if (topic === 'session' && many) tell('everyone', topic)
      if (administratorsOnly.has(topic)) continue
      for (const key of personal.has(topic) ? personsOf(note) : about) tell(key, topic)
    }
  }
  return reach
}

const personsOf = ({ actor, subject }: Note): string[] => [
  ...(actor ? [`id:${actor}`] : []),
  ...(subject ? [`email:${subject}`] : []),
]

/** Returns everyone whom a note is about: who did it, to whom, and whose document or organisation it is. */
function aboutOf(note: Note, { documents, organizations }: Facts): string[] {
  const document = note.document ? documents.get(note.document) : undefined
  const ofPeople = [note.actor, note.subject].map((who) => who && organizations.get(who))
  const owned = [document?.organization, ...ofPeople].flatMap((id) => (id ? [`organization:${id}`] : []))
  return [
    ...personsOf(note),
    ...(document ? [`id:${document.owner}`, ...document.readers.map((email) => `email:${email}`)] : []),
    ...owned,
  ]
}

/** Returns the topics that someone with these names is told of, in the order of the contract. */
export function topicsFor(reach: Reach, keys: readonly string[]): LiveTopic[] {
  const told = new Set(keys.flatMap((key) => [...(reach.get(key) ?? [])]))
  return told.has('all')
    ? liveTopics.filter((topic) => topic === 'all' || (topic === 'session' && told.has(topic)))
    : liveTopics.filter((topic) => told.has(topic))
}
