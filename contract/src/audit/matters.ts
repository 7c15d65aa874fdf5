import { event, listOf, maybe, orNone, record, type Stored, text } from './define.ts'
import { fromTo, quoted } from './words.ts'

/** The matter that an event is about; its organisation's administrator sees it. */
const about = { matterId: text, matterName: text, organizationId: maybe(orNone(text)) }
const changed = { changes: maybe(listOf(record({ field: text, from: text, to: text }))) }
const changesOf = ({ changes = [] }: Stored<typeof changed>) =>
  changes.map(({ field, from, to }) => `${field} ${fromTo(from || 'nothing', to || 'nothing')}`)

/** Matters; each event begins with `matter_`, by which the history of a matter finds them. */
export const matters = {
  matter_created: event('matters', ['matters'], 'Matter created', { ...about, ...changed }, (d) => [
    quoted(d.matterName),
    ...changesOf(d),
  ]),
  matter_changed: event('matters', ['matters'], 'Matter changed', { ...about, ...changed }, (d) => [
    quoted(d.matterName),
    ...changesOf(d),
  ]),
  matter_document_added: event(
    'documents',
    ['documents', 'matters'],
    'Put into a matter',
    { ...about, from: maybe(orNone(text)) },
    (d) => [quoted(d.matterName), d.from && `out of ${quoted(d.from)}`],
  ),
  matter_document_removed: event(
    'documents',
    ['documents', 'matters'],
    'Taken out of a matter',
    about,
    (d) => [quoted(d.matterName)],
  ),
  matters_exported: event('exports', [], 'Matters exported', { filter: maybe(text) }, ({ filter }) => [
    filter,
  ]),
} as const
