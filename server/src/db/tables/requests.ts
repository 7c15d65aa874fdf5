import { accessLevels } from '@deedbox/contract/document-terms.ts'
import { extensionTypes, ownerRequestStatuses, requestStatuses } from '@deedbox/contract/request-terms.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documentAccess, documents } from './documents.ts'

/** Specification, section 3: Access request. One with an extension_type asks for more time on a grant. */
export const accessRequests = pgTable(
  'access_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Document; null while a request only names one that could not be matched. */
    documentId: uuid('document_id').references(() => documents.id),
    documentName: text('document_name').notNull(),
    /** The grant that an extension is for, or that an approval gave. */
    accessId: uuid('access_id').references(() => documentAccess.id),
    requesterId: uuid('requester_id')
      .notNull()
      .references(() => profiles.id),
    requesterEmail: text('requester_email').notNull(),
    requesterName: text('requester_name').notNull(),
    createdAt: instant('created_at').notNull(),
    status: text('status', { enum: requestStatuses }).notNull().default('pending'),
    extensionType: text('extension_type', { enum: extensionTypes }),
    justification: text('justification'),
    reviewedAt: instant('reviewed_at'),
    reviewedBy: uuid('reviewed_by').references(() => profiles.id),
    reviewedByName: text('reviewed_by_name'),
    clientName: text('client_name'),
    clientEmail: text('client_email'),
    organizationId: uuid('organization_id'),
    /** The document's organisation, kept by triggers. */
    documentOrganizationId: uuid('document_organization_id'),
    requestedAccessLevel: text('requested_access_level', { enum: accessLevels }),
    requestedExpiry: instant('requested_expiry'),
    reviewNotes: text('review_notes'),
    lastRemindedAt: instant('last_reminded_at'),
  },
  (t) => [
    check(
      'access_requests_status',
      sql`${t.status} in ('pending', 'approved', 'denied', 'withdrawn', 'lapsed')`,
    ),
    // A decision has its reviewer and its time; nothing else has a reviewer (section 4).
    check(
      'access_requests_reviewed',
      sql`(${t.status} in ('approved', 'denied')) = (${t.reviewedBy} is not null and ${t.reviewedAt} is not null)`,
    ),
    uniqueIndex('access_requests_one_pending')
      .on(t.documentId, t.requesterId)
      .where(sql`status = 'pending' and document_id is not null`),
    uniqueIndex('access_requests_one_pending_name')
      .on(sql`lower(document_name)`, t.requesterId)
      .where(sql`status = 'pending' and document_id is null`),
    index('access_requests_of_requester').on(t.requesterId, t.createdAt, t.id),
    index('access_requests_newest').on(t.createdAt, t.id),
    index('access_requests_pending').on(t.createdAt, t.id).where(sql`status = 'pending'`),
    index('access_requests_decided').on(t.reviewedAt).where(sql`reviewed_at is not null`),
    index('access_requests_of_organization').on(t.organizationId, t.createdAt, t.id),
    index('access_requests_of_document').on(t.documentId, t.createdAt),
    index('access_requests_of_client')
      .on(sql`left(deedbox_fold(client_name), 200)`, t.createdAt, t.id)
      .where(sql`client_name is not null`),
    index('access_requests_of_documents_organization').on(t.documentOrganizationId, t.createdAt, t.id),
  ],
)

/** Specification, section 3: Owner contact request. */
export const ownerContactRequests = pgTable(
  'owner_contact_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    requesterEmail: text('requester_email').notNull(),
    requesterUserId: uuid('requester_user_id')
      .notNull()
      .references(() => profiles.id),
    requesterName: text('requester_name').notNull(),
    ownerEmail: text('owner_email').notNull(),
    ownerName: text('owner_name'),
    message: text('message').notNull(),
    status: text('status', { enum: ownerRequestStatuses }).notNull().default('pending'),
    claimedBy: uuid('claimed_by').references(() => profiles.id),
    claimedByName: text('claimed_by_name'),
    claimedAt: instant('claimed_at'),
    fulfilledAt: instant('fulfilled_at'),
    withdrawnAt: instant('withdrawn_at'),
    lastRemindedAt: instant('last_reminded_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check(
      'owner_contact_requests_status',
      sql`${t.status} in ('pending', 'claimed', 'fulfilled', 'withdrawn')`,
    ),
    // A withdrawn one may have been claimed before.
    check(
      'owner_contact_requests_claimed',
      sql`(${t.claimedBy} is null) = (${t.claimedAt} is null) and (${t.status} = 'withdrawn' or (${t.status} = 'pending') = (${t.claimedBy} is null))`,
    ),
    check(
      'owner_contact_requests_fulfilled',
      sql`(${t.status} = 'fulfilled') = (${t.fulfilledAt} is not null)`,
    ),
    check(
      'owner_contact_requests_withdrawn',
      sql`(${t.status} = 'withdrawn') = (${t.withdrawnAt} is not null)`,
    ),
    index('owner_contact_requests_of_requester').on(t.requesterUserId, t.createdAt, t.id),
    index('owner_contact_requests_of_owner').on(t.ownerEmail, t.createdAt, t.id),
    index('owner_contact_requests_of_claimer').on(t.claimedBy, t.createdAt, t.id),
    index('owner_contact_requests_newest').on(t.createdAt, t.id),
    index('owner_contact_requests_claimed_open')
      .on(t.claimedBy, t.createdAt, t.id)
      .where(sql`status = 'claimed'`),
    index('owner_contact_requests_unclaimed').on(t.createdAt, t.id).where(sql`status = 'pending'`),
  ],
)

/** Specification, section 3: Expiry reminder settings; a person without a row has the defaults. */
export const reminderSettings = pgTable('reminder_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  enabled: boolean('enabled').notNull().default(true),
  daysBefore: integer('days_before').notNull().default(30),
  emailNotifications: boolean('email_notifications').notNull().default(true),
})

/** Notices that were sent: the key prevents a second one, also after a crash and with several servers. */
export const sentNotices = pgTable(
  'sent_notices',
  {
    kind: text('kind').notNull(),
    /** The document, grant or request it is about. */
    subjectId: uuid('subject_id').notNull(),
    recipient: text('recipient').notNull(),
    /** Fact about the subject that it states, e.g. the end it announced: a changed date leads to a new notice. */
    about: text('about').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subjectId, t.recipient, t.about] })],
)
