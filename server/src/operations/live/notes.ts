import { z } from 'zod'
import type { Database } from '../../db/client.ts'

/** The channel on which the database tells every server what was committed: see the triggers in drizzle/0000_schema.sql. */
export const channel = 'deedbox_live'

const note = z.object({
  event: z.string(),
  /** The email of the person it was done to or for. */
  subject: z.string().nullish(),
  /** The id of the person who did it. */
  actor: z.string().nullish(),
  document: z.string().nullish(),
})
export type Note = z.output<typeof note>

/** Reads what was announced; anything else on the channel may mean anything. */
export function readNote(payload: string): Note {
  try {
    return note.parse(JSON.parse(payload))
  } catch {
    return { event: 'unknown' }
  }
}

/** Facts about whom documents and people belong to. */
export type Facts = {
  documents: ReadonlyMap<string, { owner: string; organization: string | null; readers: string[] }>
  /** Organisations by a person's id and email. */
  organizations: ReadonlyMap<string, string>
}

type DocumentRow = { id: string; owner: string; organization: string | null; readers: string[] }
type PersonRow = { id: string; email: string; organization: string }

const documentsOf = `
  select d.id, d.owner_id as owner, d.organization_id as organization, array(
    select distinct a.user_email from document_access a where a.document_id = d.id and a.status = 'active') as readers
  from documents d where d.id = any($1)`
const peopleOf = `
  select user_id as id, email, organization_id as organization from profiles
  where organization_id is not null and (user_id = any($1) or email = any($2))`

const distinct = (values: readonly (string | null | undefined)[]) => [
  ...new Set(values.filter((value) => value != null)),
]

/** Looks up what notes are about, as it is now. */
export async function factsOf(database: Database, notes: readonly Note[]): Promise<Facts> {
  const ids = distinct(notes.map(({ document }) => document))
  const actors = distinct(notes.map(({ actor }) => actor))
  const subjects = distinct(notes.map(({ subject }) => subject))
  const [documents, people] = await Promise.all([
    ids.length > 0 ? database.query<DocumentRow>(documentsOf, [ids], { name: 'live_documents' }) : none,
    actors.length + subjects.length > 0
      ? database.query<PersonRow>(peopleOf, [actors, subjects], { name: 'live_people' })
      : none,
  ])
  return {
    documents: new Map(documents.rows.map(({ id, ...row }) => [id, row])),
    organizations: new Map(
      people.rows.flatMap(({ id, email, organization }) => [
        [id, organization] as const,
        [email, organization] as const,
      ]),
    ),
  }
}

const none = { rows: [] }
