import { copyKindNames } from '@deedbox/contract/copy-terms.ts'
import {
  aboutDetail,
  type ChoiceOf,
  type DetailName,
  searchedDetails,
} from '@deedbox/contract/document-details.ts'
import type { DocumentKind } from '@deedbox/contract/document-kinds.ts'
import { accessLevels, accessStatuses, documentTypes } from '@deedbox/contract/document-terms.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { bytes, instant } from './columns.ts'
import { matterShares, matters } from './matters.ts'

/** Details: what people say about a document, a column for each. */
const details = {
  title: text('title').notNull(),
  /** Kind in the words of the trade; null: nobody has said. The type follows from it. */
  kind: text('kind').$type<DocumentKind>(),
  type: text('type', { enum: documentTypes }).notNull().default('other'),
  clientName: text('client_name'),
  reference: text('reference'),
  expiryDate: date('expiry_date', { mode: 'string' }),
  executedOn: date('executed_on', { mode: 'string' }),
  executedIn: text('executed_in').$type<ChoiceOf<'executedIn'>>(),
  signedHow: text('signed_how').$type<ChoiceOf<'signedHow'>>(),
} satisfies Record<DetailName, PgColumnBuilderBase>

/** Returns what a search looks at, folded; `besides`: without this detail. */
export function searchedText(columns: Record<DetailName, { name: string }>): SQL {
  const texts = searchedDetails.map((name) => {
    const column = sql.identifier(columns[name].name)
    return aboutDetail(name).required ? column : sql`coalesce(${column}, '')`
  })
  return sql`deedbox_fold(${sql.join(texts, sql` || ' ' || `)} || ' ' || owner_name || ' ' || owner_email || ' ' || file_name)`
}

/** Specification, section 3: Document. */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ...details,
    status: text('status').notNull().default('active'),
    /** Kind of copy that it is, if it can be checked by a code (`copies`); it is made so and never becomes one. */
    copy: text('copy', { enum: copyKindNames }),
    createdAt: instant('created_at').notNull(),
    /** Time when its details were last corrected; null: never. */
    updatedAt: instant('updated_at'),
    fileName: text('file_name').notNull(),
    /** Path of the encrypted content in the store: {userId}/{timestamp}.{ext} (section 7). */
    filePath: text('file_path').notNull().unique(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    fileType: text('file_type').notNull(),
    /** SHA-256 of the plain content, hex. */
    sha256: text('sha256').notNull(),
    secure: boolean('secure').notNull().default(true),
    /** State: a PDF that nobody can open without its password. */
    locked: boolean('locked').notNull().default(false),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => profiles.id),
    ownerName: text('owner_name').notNull(),
    ownerEmail: text('owner_email').notNull(),
    organizationId: uuid('organization_id'),
    /** The one matter that it belongs to; null: none. */
    matterId: uuid('matter_id').references(() => matters.id),
    /** State: a later version of it is there (`document_versions`). A trigger keeps it, so that lists ask nothing more of other documents. */
    superseded: boolean('superseded').notNull().default(false),
    /** The data key, wrapped by the master key of that id; null once the content is gone for good. */
    wrappedKey: bytes('wrapped_key'),
    masterKeyId: text('master_key_id').notNull(),
    deletedAt: instant('deleted_at'),
    deletedBy: uuid('deleted_by'),
    /** Time until which the content of a deleted document is kept; null: the default number of days. */
    keptUntil: instant('kept_until'),
    contentRemovedAt: instant('content_removed_at'),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => searchedText(documents)),
  },
  (t) => [
    check('documents_size', sql`${t.fileSize} >= 0`),
    // Each order of the list: a walk along it (db/list.ts).
    index('documents_newest').on(t.createdAt, t.id).where(sql`deleted_at is null`),
    // Indexes of all documents, because the access to deleted ones is listed too.
    index('documents_by_any_title').on(sql`lower(title)`, t.id),
    index('documents_by_expiry')
      .on(sql`coalesce(expiry_date, 'infinity'::date)`, t.id)
      .where(sql`deleted_at is null`),
    index('documents_by_client')
      .on(sql`lower(coalesce(client_name, ''))`, t.id)
      .where(sql`deleted_at is null`),
    index('documents_by_owner_name').on(sql`lower(owner_name)`, t.id).where(sql`deleted_at is null`),
    index('documents_by_size').on(t.fileSize, t.id).where(sql`deleted_at is null`),
    index('documents_by_kind').on(sql`coalesce(kind, type)`, t.id).where(sql`deleted_at is null`),
    index('documents_by_type').on(t.type, t.id).where(sql`deleted_at is null`),
    index('documents_by_status').on(t.status, t.id).where(sql`deleted_at is null`),
    // Documents of an owner or an organisation: `visibleTo`, what one person keeps stored, an organisation's list.
    index('documents_owner').on(t.ownerId, t.createdAt, t.id),
    index('documents_organization').on(t.organizationId, t.createdAt, t.id),
    // A client's documents, and the newest of each client (practice/clients).
    index('documents_of_client')
      .on(sql`left(deedbox_fold(client_name), 200)`, t.createdAt, t.id)
      .where(sql`deleted_at is null and client_name is not null`),
    // Clients with documents that are in no matter.
    index('documents_in_no_matter')
      .on(sql`left(deedbox_fold(client_name), 200) collate "C"`, t.createdAt, t.id)
      .where(sql`deleted_at is null and client_name is not null and matter_id is null`),
    index('documents_of_matter')
      .on(t.matterId, t.createdAt, t.id)
      .where(sql`deleted_at is null and matter_id is not null`),
    // Documents of a kind, of which there may be few.
    index('documents_of_kind')
      .on(t.kind, t.createdAt, t.id)
      .where(sql`deleted_at is null and kind is not null`),
    // A search for a part of three letters or more.
    index('documents_search').using('gin', t.searchText.op('gin_trgm_ops')),
    // The list of deleted documents, and the job that removes their content.
    index('documents_deleted')
      .on(t.deletedAt, t.id)
      .where(sql`deleted_at is not null and content_removed_at is null`),
    // Documents erased since a time, for the place of backups.
    index('documents_erased').on(t.contentRemovedAt, t.id).where(sql`content_removed_at is not null`),
    // Finds contents that are stored already (findDuplicates).
    index('documents_same').on(t.sha256).where(sql`deleted_at is null`),
  ],
)

/**
 * Clients that documents ever had: far fewer than documents, so that a part of a name is looked for here. A trigger on `documents` adds to
 * them; who may see a client is decided by their documents (ADR 42).
 */
export const clients = pgTable(
  'clients',
  {
    /** See `clientKey`. */
    key: text('key').primaryKey(),
    /** A space before each of its words. */
    words: text('words')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`' ' || translate(key, '-/(&', '    ')`),
  },
  (t) => [
    // Names that begin with what is typed (practice/clients/suggest.ts).
    index('clients_in_order').on(sql`key collate "C"`),
    // Names with these words.
    index('clients_words').using('gin', t.words.op('gin_trgm_ops')),
  ],
)

/** Specification, section 3: Document access. One row is one grant. */
export const documentAccess = pgTable(
  'document_access',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    /** Null until an invited person has an account. */
    userId: uuid('user_id').references(() => profiles.id),
    userEmail: text('user_email').notNull(),
    userName: text('user_name').notNull(),
    accessLevel: text('access_level', { enum: accessLevels }).notNull().default('download'),
    grantedBy: uuid('granted_by')
      .notNull()
      .references(() => profiles.id),
    grantedByName: text('granted_by_name').notNull(),
    grantedAt: instant('granted_at').notNull(),
    expiresAt: instant('expires_at'),
    autoRevokeDate: instant('auto_revoke_date'),
    status: text('status', { enum: accessStatuses }).notNull().default('active'),
    notes: text('notes'),
    clientName: text('client_name'),
    clientEmail: text('client_email'),
    /** The share of a matter by which it was given, and with which it ends; null: it was given by itself. */
    matterShareId: uuid('matter_share_id').references(() => matterShares.id),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(user_name || ' ' || user_email)`),
  },
  (t) => [
    check('document_access_email_lower', sql`${t.userEmail} = lower(trim(${t.userEmail}))`),
    // Grants always have an end (decisions, section 2).
    check('document_access_ends', sql`${t.expiresAt} is not null or ${t.autoRevokeDate} is not null`),
    uniqueIndex('document_access_one_active').on(t.documentId, t.userEmail).where(sql`status = 'active'`),
    // Documents that somebody may open (`visibleTo`), and a filter by a reader's email, without a look at the grants themselves.
    index('document_access_of_reader').on(t.userEmail, t.documentId, t.status, t.expiresAt, t.autoRevokeDate),
    // A document's grants: its table, filters by access, figures of some documents.
    index('document_access_to_filter').on(t.documentId, t.userEmail, t.status, t.expiresAt, t.autoRevokeDate),
    // Each order of the list: a walk along it (db/list.ts).
    // The newest first, and how each is: grants of another status are passed by without being read.
    index('document_access_by_time').on(
      t.grantedAt,
      ...[t.id, t.documentId, t.status, t.expiresAt, t.autoRevokeDate],
    ),
    index('document_access_by_end').on(sql`least(expires_at, auto_revoke_date)`, t.id),
    index('document_access_by_person').on(sql`lower(user_name)`, t.id),
    index('document_access_by_grantor').on(sql`lower(coalesce(granted_by_name, ''))`, t.id),
    index('document_access_of_status').on(t.status, t.id),
    index('document_access_by_level').on(t.accessLevel, t.id),
    index('document_access_of_matter_share').on(t.matterShareId).where(sql`matter_share_id is not null`),
    // Grants that are due or end soon. The index has the columns of its expression, so that an index-only scan counts them:
    // otherwise the planner would not choose it.
    index('document_access_due')
      .on(sql`least(expires_at, auto_revoke_date)`, t.expiresAt, t.autoRevokeDate)
      .where(sql`status = 'active'`),
  ],
)

/**
 * Everybody to whom something was ever shared, by each name: far fewer than grants, so that a part of an email or a name is
 * looked for here. A trigger on `document_access` adds to it; who was renamed stays under the former name too.
 */
export const recipients = pgTable(
  'recipients',
  {
    userEmail: text('user_email').notNull(),
    userName: text('user_name').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(user_name || ' ' || user_email)`),
  },
  (t) => [
    primaryKey({ columns: [t.userEmail, t.userName] }),
    index('recipients_search').using('gin', t.searchText.op('gin_trgm_ops')),
    index('recipients_email').using('gin', t.userEmail.op('gin_trgm_ops')),
  ],
)
