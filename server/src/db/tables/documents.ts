import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { bytes, instant } from './columns.ts'

const listed = sql`deleted_at is null and status <> 'archived'`

/** Specification, section 3: Document. */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    title: text('title').notNull(),
    type: text('type').notNull().default('other'),
    status: text('status').notNull().default('active'),
    createdAt: instant('created_at').notNull(),
    /** When its details were last corrected; null: never. */
    updatedAt: instant('updated_at'),
    expiryDate: date('expiry_date', { mode: 'string' }),
    fileName: text('file_name').notNull(),
    /** Where the encrypted content is in the store: {userId}/{timestamp}.{ext} (section 7). */
    filePath: text('file_path').notNull().unique(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    fileType: text('file_type').notNull(),
    /** SHA-256 of the plain content, hex. */
    sha256: text('sha256').notNull(),
    secure: boolean('secure').notNull().default(true),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => profiles.id),
    ownerName: text('owner_name').notNull(),
    ownerEmail: text('owner_email').notNull(),
    organizationId: uuid('organization_id'),
    clientName: text('client_name'),
    /** The data key, wrapped by the master key of that id; null once the content is gone for good. */
    wrappedKey: bytes('wrapped_key'),
    masterKeyId: text('master_key_id').notNull(),
    deletedAt: instant('deleted_at'),
    deletedBy: uuid('deleted_by'),
    /** Until when the content of a deleted document is kept; null: the default number of days. */
    keptUntil: instant('kept_until'),
    contentRemovedAt: instant('content_removed_at'),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`deedbox_fold(title || ' ' || coalesce(client_name, '') || ' ' || owner_name || ' ' || owner_email || ' ' || file_name)`,
      ),
  },
  (t) => [
    check('documents_size', sql`${t.fileSize} >= 0`),
    index('documents_owner').on(t.ownerId, t.createdAt, t.id),
    index('documents_organization').on(t.organizationId, t.createdAt, t.id),
    index('documents_of_organization').on(t.organizationId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index('documents_own').on(t.ownerId).where(sql`deleted_at is null`),
    index('documents_newest').on(t.createdAt, t.id).where(sql`deleted_at is null`),
    // Of all documents, because the access to deleted ones is listed too.
    index('documents_by_any_title').on(sql`lower(title)`, t.id),
    index('documents_by_title').on(sql`lower(title)`, t.id).where(sql`deleted_at is null`),
    index('documents_by_expiry')
      .on(sql`coalesce(expiry_date, 'infinity'::date)`, t.id)
      .where(sql`deleted_at is null`),
    index('documents_by_client')
      .on(sql`lower(coalesce(client_name, ''))`, t.id)
      .where(sql`deleted_at is null`),
    index('documents_by_owner_name').on(sql`lower(owner_name)`, t.id).where(sql`deleted_at is null`),
    index('documents_by_size').on(t.fileSize, t.id).where(sql`deleted_at is null`),
    index('documents_by_type').on(t.type, t.id).where(sql`deleted_at is null`),
    index('documents_by_status').on(t.status, t.id).where(sql`deleted_at is null`),
    // The same without archived documents, which lists leave out: many may be archived at the beginning of an order.
    index('documents_listed_newest').on(t.createdAt, t.id).where(listed),
    index('documents_listed_by_title').on(sql`lower(title)`, t.id).where(listed),
    index('documents_listed_by_expiry').on(sql`coalesce(expiry_date, 'infinity'::date)`, t.id).where(listed),
    index('documents_listed_by_client').on(sql`lower(coalesce(client_name, ''))`, t.id).where(listed),
    index('documents_listed_by_owner_name').on(sql`lower(owner_name)`, t.id).where(listed),
    index('documents_listed_by_size').on(t.fileSize, t.id).where(listed),
    index('documents_listed_by_type').on(t.type, t.id).where(listed),
    index('documents_listed_by_status').on(t.status, t.id).where(listed),
    index('documents_listed_of_organization').on(t.organizationId, t.createdAt, t.id).where(listed),
    index('documents_of_status').on(t.status, t.createdAt, t.id).where(sql`deleted_at is null`),
    // Also of deleted documents, whose readings dashboards count.
    index('documents_of_status_by_expiry').on(t.status, sql`coalesce(expiry_date, 'infinity'::date)`),
    index('documents_archived_of_organization')
      .on(t.organizationId)
      .where(sql`deleted_at is null and status = 'archived'`),
    index('documents_deleted')
      .on(t.deletedAt, t.id)
      .where(sql`deleted_at is not null and content_removed_at is null`),
    index('documents_deleted_newest')
      .on(t.createdAt, t.id)
      .where(sql`deleted_at is not null and content_removed_at is null`),
    index('documents_of_organization_of_status')
      .on(t.organizationId, t.status, t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    index('documents_search').using('gin', t.searchText.op('gin_trgm_ops')),
    // Without the client, and the clients that `clients` spells otherwise: see documents/in-clients.ts.
    index('documents_search_apart').using(
      'gin',
      sql`deedbox_fold(title || ' ' || owner_name || ' ' || owner_email || ' ' || file_name) gin_trgm_ops`,
    ),
    index('documents_client_apart')
      .on(t.id)
      .where(sql`left(deedbox_fold(client_name), 200) <> lower(client_name) and deleted_at is null`),
    // The same for words of two letters, see `spread` (documents/filter.ts).
    index('documents_search_spread').using(
      'gin',
      sql`regexp_replace(search_text, '(.)', '\\1x', 'g') gin_trgm_ops`,
    ),
    index('documents_of_client')
      .on(sql`left(deedbox_fold(client_name), 200)`, t.createdAt, t.id)
      .where(sql`deleted_at is null and client_name is not null`),
    // One organisation's, from client to client.
    index('documents_of_organization_client')
      .on(t.organizationId, sql`left(deedbox_fold(client_name), 200) collate "C"`, t.createdAt, t.id)
      .where(sql`deleted_at is null and client_name is not null`),
    // For a single letter, which is in no index of three; nearly every letter is in many documents.
    index('documents_letters').using('gin', sql`string_to_array(search_text, null)`),
    index('documents_same').on(t.sha256).where(sql`deleted_at is null`),
  ],
)

/**
 * Every client that a document ever had: far fewer than documents, so that a part of a name is looked for here. A trigger on
 * `documents` adds to it; who may see a client is decided by their documents (ADR 42).
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
    index('clients_in_order').on(sql`key collate "C"`),
    // Names that have a text elsewhere than at their beginning.
    index('clients_tails').using('gin', sql`substr(key, 2) gin_trgm_ops`),
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
    accessLevel: text('access_level', { enum: ['view', 'download'] })
      .notNull()
      .default('download'),
    grantedBy: uuid('granted_by')
      .notNull()
      .references(() => profiles.id),
    grantedByName: text('granted_by_name').notNull(),
    grantedAt: instant('granted_at').notNull(),
    expiresAt: instant('expires_at'),
    autoRevokeDate: instant('auto_revoke_date'),
    status: text('status', { enum: ['active', 'expired', 'revoked'] })
      .notNull()
      .default('active'),
    notes: text('notes'),
    clientName: text('client_name'),
    clientEmail: text('client_email'),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(user_name || ' ' || user_email)`),
  },
  (t) => [
    check('document_access_email_lower', sql`${t.userEmail} = lower(trim(${t.userEmail}))`),
    // Never a grant without an end (decisions, section 2).
    check('document_access_ends', sql`${t.expiresAt} is not null or ${t.autoRevokeDate} is not null`),
    uniqueIndex('document_access_one_active').on(t.documentId, t.userEmail).where(sql`status = 'active'`),
    index('document_access_of_person').on(t.userEmail, t.documentId).where(sql`status = 'active'`),
    // What decides who sees a document, so that no grant itself is read; it does what the one before does, which goes later.
    index('document_access_held')
      .on(t.userEmail, t.documentId, t.expiresAt, t.autoRevokeDate)
      .where(sql`status = 'active'`),
    index('document_access_newest').on(t.grantedAt, t.id),
    index('document_access_since').on(t.grantedAt, t.id).where(sql`status = 'active'`),
    index('document_access_of_document').on(t.documentId, t.grantedAt),
    // All that filters of documents ask about their grants, so that none of these is read.
    index('document_access_to_filter').on(t.documentId, t.userEmail, t.status, t.expiresAt, t.autoRevokeDate),
    index('document_access_by_person').on(sql`lower(user_name)`, t.id),
    index('document_access_by_grantor').on(sql`lower(coalesce(granted_by_name, ''))`, t.id),
    index('document_access_by_level').on(t.accessLevel, t.id),
    index('document_access_by_status').on(t.status, t.grantedAt, t.id),
    index('document_access_of_recipient').on(t.userEmail, t.grantedAt, t.id),
    // All columns that figures of some documents need, so that they are counted by an index-only scan.
    index('document_access_ends')
      .on(t.documentId, t.expiresAt, t.autoRevokeDate)
      .where(sql`status = 'active'`),
    index('document_access_by_end').on(sql`least(expires_at, auto_revoke_date)`, t.id),
    // Includes the columns of its expression, so that what is due is counted by an index-only scan: otherwise the
    // planner would not choose it.
    index('document_access_due')
      .on(sql`least(expires_at, auto_revoke_date)`, t.expiresAt, t.autoRevokeDate)
      .where(sql`status = 'active'`),
    index('document_access_expired')
      .on(sql`least(expires_at, auto_revoke_date)`, t.id)
      .where(sql`status = 'expired'`),
    index('document_access_revoked')
      .on(sql`least(expires_at, auto_revoke_date)`, t.id)
      .where(sql`status = 'revoked'`),
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
