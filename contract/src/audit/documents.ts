import { type Capacity, capacities } from '../copy-capacities.ts'
import { type CopyKind, copyKinds } from '../copy-terms.ts'
import { aboutDetail, type DetailName, detailText, isDetail } from '../document-details.ts'
import { relations, relationText } from '../link-terms.ts'
import { fileSize } from '../sizes.ts'
import {
  count,
  event,
  flag,
  listOf,
  maybe,
  nameIn,
  orNone,
  record,
  type Stored,
  text,
  value,
  type Words,
} from './define.ts'
import { fromTo, many, quoted } from './words.ts'

/** Attachment of a mail that was read: its number, as in '2' or '2.1', and its name. */
const attached = { attachment: maybe(text), attached: maybe(text) }
/** The details of a reading; a page that was sent ahead may never have been shown. */
const pages = {
  ...attached,
  page: maybe(orNone(count)),
  to: maybe(count),
  text: maybe(flag),
  thumbnails: maybe(flag),
  outline: maybe(flag),
  annotations: maybe(flag),
  signatures: maybe(flag),
  ahead: maybe(flag),
  part: maybe(flag),
}
const change = { field: text, from: orNone(text), to: orNone(text) }
const file = { fileName: text, fileSize: count }
const bytes = (n: number | undefined) => (n === undefined ? undefined : fileSize(n))

const attachedOf = (d: Stored<typeof attached>) =>
  d.attachment && `Attachment ${d.attachment}: ${d.attached ?? ''}`

/** Says which pages were read, and which parts of them. */
function pagesOf({
  page,
  to = page ?? 0,
  text: words,
  thumbnails,
  outline,
  annotations,
  signatures,
  part,
}: Stored<typeof pages>) {
  if (outline) return 'Outline'
  if (annotations) return 'Links and notes'
  if (signatures) return 'Digital signatures'
  if (page == null) return undefined
  const many = to > page
  const which = many ? `Pages ${page} to ${to}` : `Page ${page}`
  if (words) return `${which}, ${many ? 'their' : 'its'} text`
  if (part) return `${which}, a part enlarged`
  return thumbnails ? `${which}, small` : which
}

function inWords(field: DetailName, said: string | null | undefined, { day }: Words): string {
  if (said == null) return 'none'
  const { kind } = aboutDetail(field)
  if (kind === 'choice') return detailText(field, said)
  return kind === 'day' ? day(said) : `“${said}”`
}

/** Tells what was corrected: each detail with its old and its new value. */
const corrected = (changes: readonly Stored<typeof change>[] | undefined, words: Words) =>
  changes &&
  (changes
    .flatMap(({ field, from, to }) =>
      field !== undefined && isDetail(field)
        ? `${aboutDetail(field).label}: ${inWords(field, from, words)} → ${inWords(field, to, words)}`
        : [],
    )
    .join('; ') ||
    'Nothing differed')

const link = { linkId: text, relation: nameIn(relations), side: text, otherId: text }
const tellLink = ({ relation, side }: Stored<typeof link>) => [
  relation && relationText(relation, side === 'to' ? 'to' : 'from'),
]

/** Both files of two versions by their hashes, so that the sealed trail links them; `side` is that of the document whose event it is. */
const version = { side: text, otherId: text, sha256: text, otherSha256: text }
const tellVersion = ({ side, sha256, otherSha256 }: Stored<typeof version>) => [
  sha256 && `SHA-256 of this file ${sha256}`,
  otherSha256 && `of the ${side === 'later' ? 'earlier' : 'newer'} one ${otherSha256}`,
]

const signatory = { name: text, capacity: text, witness: text }
/** Names who signed: 'Ann Lowe (trustee, witness Ben Quill)'. */
const signed = (people: readonly Stored<typeof signatory>[]): string =>
  people
    .map(({ name, capacity, witness }) => {
      const facts = [capacity, witness && `witness ${witness}`].filter(Boolean).join(', ')
      return facts ? `${name} (${facts})` : name
    })
    .join('; ') || 'none'

function archived(grants: string | undefined, ended = 0): string | undefined {
  if (grants === undefined) return undefined
  if (grants === 'keep') return 'Access was kept'
  if (ended === 0) return 'Nobody had access'
  return ended === 1 ? 'Access of one person ended' : `Access of ${ended} people ended`
}

/** Documents and their readings. */
export const documents = {
  document_uploaded: event(
    'documents',
    ['documents'],
    'Document uploaded',
    { ...file, sha256: text, imported: maybe(text) },
    (d) => [d.fileName, bytes(d.fileSize), d.imported && `from the folder: ${d.imported}`],
  ),
  infected_file_refused: event(
    'documents',
    [],
    'File with a virus refused',
    { fileName: text, fileSize: maybe(count), sha256: maybe(text), signature: text },
    ({ fileName, fileSize, signature }) => [fileName, bytes(fileSize), signature],
  ),
  upload_discarded: event(
    'documents',
    [],
    'Unfinished upload discarded',
    { ...file, received: maybe(count), why: maybe(text) },
    (d) => [d.fileName, d.received !== undefined && `${bytes(d.received)} of ${bytes(d.fileSize)}`, d.why],
  ),
  document_viewed: event('readings', [], 'Document viewed', pages, (d) => [attachedOf(d), pagesOf(d)]),
  document_searched: event('readings', [], 'Document searched', pages, (d) => [attachedOf(d), pagesOf(d)]),
  document_printed: event('readings', [], 'Document printed', { ...attached, page: count }, (d) => [
    attachedOf(d),
    pagesOf(d),
  ]),
  document_downloaded: event(
    'readings',
    [],
    'Document downloaded',
    { ...attached, takeOutId: maybe(text), evidenceId: maybe(text), together: maybe(count) },
    (d) => [
      attachedOf(d),
      d.takeOutId && 'in a download of everything',
      d.evidenceId && 'in evidence',
      d.together !== undefined && `one of ${many(d.together, 'document')} in a ZIP`,
    ],
  ),
  document_download_stopped: event('readings', [], 'Download stopped: access ended', { ...attached }, (d) => [
    attachedOf(d),
  ]),
  document_password_wrong: event('readings', [], 'Wrong password for a document', { ...attached }, (d) => [
    attachedOf(d),
  ]),
  take_out_started: event(
    'exports',
    [],
    'Download of everything begun',
    { takeOutId: text, organizationId: maybe(text), documents: count, bytes: count },
    (d) => [
      many(d.documents, 'document'),
      bytes(d.bytes),
      d.organizationId ? 'of the organisation' : 'of their own',
    ],
  ),
  take_out_cancelled: event('exports', [], 'Download of everything cancelled', { takeOutId: text }, () => []),
  take_out_stopped: event(
    'exports',
    [],
    'Download of everything stopped: access ended',
    { takeOutId: text, documents: count },
    (d) => [many(d.documents, 'document') && `after ${many(d.documents, 'document')}`],
  ),
  evidence_begun: event(
    'exports',
    [],
    'Evidence begun',
    {
      evidenceId: text,
      filter: maybe(text),
      from: maybe(text),
      to: maybe(text),
      events: count,
      documents: count,
    },
    (d, { day }) => [
      d.filter,
      d.from && `from ${day(d.from)}`,
      d.to && `until ${day(d.to)}`,
      many(d.events, 'event'),
      Boolean(d.documents) && many(d.documents, 'document'),
    ],
  ),
  evidence_sealed: event(
    'exports',
    [],
    'Evidence sealed',
    { evidenceId: text, manifest: text, stamp: maybe(text), events: count },
    (d) => [
      many(d.events, 'event'),
      d.manifest && `list of files ${d.manifest}`,
      d.stamp ? `time stamp ${d.stamp}` : 'without time stamp',
    ],
  ),
  evidence_stopped: event('exports', [], 'Evidence stopped: access ended', { evidenceId: text }, () => []),
  document_damaged: event('documents', [], 'Damaged content detected'),
  document_corrected: event(
    'documents',
    ['documents', 'access', 'requests'],
    'Details corrected',
    { changes: listOf(record(change)) },
    ({ changes }, words) => [corrected(changes, words)],
  ),
  document_linked: event('documents', ['documents'], 'Linked to another document', link, tellLink),
  document_unlinked: event('documents', ['documents'], 'Link to another document taken away', link, tellLink),
  document_version_added: event('documents', ['documents'], 'Version added', version, tellVersion),
  document_version_removed: event(
    'documents',
    ['documents'],
    'Taken apart from its versions',
    version,
    tellVersion,
  ),
  document_signatories_set: event(
    'documents',
    ['documents'],
    'Signatories set',
    { from: listOf(record(signatory)), to: listOf(record(signatory)) },
    ({ from, to }) => [from && to && `${signed(from)} → ${signed(to)}`],
  ),
  document_copied: event(
    'documents',
    ['documents'],
    'Copy made that can be checked',
    {
      ...{ copyId: text, kind: nameIn(copyKinds), side: text, pages: count, sha256: text },
      ...{ capacity: maybe(nameIn(capacities)), registration: maybe(text), sightedOn: maybe(text) },
    },
    ({ kind, side, pages, capacity, registration, sightedOn }, { day }) => [
      kind && copyKinds[kind as CopyKind],
      side === 'copy' ? 'this is the copy' : 'of this document',
      pages !== undefined && many(pages, 'page'),
      capacity && capacities[capacity as Capacity],
      registration && `registration ${registration}`,
      sightedOn && `original sighted on ${day(sightedOn)}`,
    ],
  ),
  document_copy_withdrawn: event(
    'documents',
    ['documents'],
    'Copy withdrawn',
    { copyId: text, kind: nameIn(copyKinds) },
    ({ kind }) => [kind && copyKinds[kind as CopyKind]],
  ),
  document_copy_checks_switched: event(
    'documents',
    ['documents'],
    'Public check of a copy switched',
    { copyId: text, on: flag },
    ({ on }) => [on !== undefined && (on ? 'on' : 'off')],
  ),
  document_confirmed: event('documents', ['documents'], 'Details confirmed'),
  document_archived: event(
    'documents',
    ['documents', 'access'],
    'Document archived',
    { grants: text, ended: count },
    ({ grants, ended }) => [archived(grants, ended)],
  ),
  document_unarchived: event('documents', ['documents'], 'Document unarchived'),
  document_deleted: event('documents', ['documents', 'access', 'requests'], 'Document deleted'),
  document_restored: event('documents', ['documents'], 'Document restored'),
  document_handed_over: event(
    'documents',
    ['documents', 'access', 'people'],
    'Document handed over to a trustee',
    { from: text, to: text },
    ({ from, to }) => [fromTo(from, to)],
  ),
  document_reencrypted: event('documents', ['documents'], 'Encrypted anew under a new key'),
  document_key_destroyed: event(
    'documents',
    ['documents', 'access'],
    'Key destroyed: nobody can read it again',
    { reason: text, receipt: text },
    // Last line of the receipt: its signature.
    ({ reason, receipt }) => [quoted(reason), receipt?.trim().split('\n').at(-1)],
  ),
  document_content_removed: event('documents', ['documents'], 'Content removed'),
  document_erased_again: event('documents', ['documents'], 'Erased again after a restore'),
  audit_exported: event(
    'exports',
    [],
    'Audit report exported',
    { file: text, from: maybe(text), to: maybe(text), filter: maybe(value) },
    (d, { day }) => [
      quoted(d.file),
      d.from && `from ${day(d.from)}`,
      d.to && `until ${day(d.to)}`,
      typeof d.filter === 'string' && d.filter,
    ],
  ),
} as const
