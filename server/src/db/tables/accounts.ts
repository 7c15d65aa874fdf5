import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Returns the columns of a postal address: Australian unless `country` (ISO 3166 alpha-2) says otherwise. */
const postalAddress = () => ({
  address: text('address').notNull().default(''),
  city: text('city').notNull().default(''),
  state: text('state').notNull().default(''),
  postalCode: text('postal_code').notNull().default(''),
  country: text('country').notNull().default('AU'),
})

export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull().unique(),
    /** Digits only; null while unknown. */
    abn: text('abn').unique(),
    acn: text('acn').unique(),
    ...postalAddress(),
    contactName: text('contact_name').notNull().default(''),
    contactEmail: text('contact_email').notNull().default(''),
    /** E.164. */
    contactPhone: text('contact_phone').notNull().default(''),
    /** Time since when the organisation is deactivated; null while it is not. */
    deactivatedAt: instant('deactivated_at'),
    /** Time since when it is leaving (ADR 71), with the reason and who said so; null while it is not. */
    leavingFrom: instant('leaving_from'),
    leavingReason: text('leaving_reason'),
    leavingByName: text('leaving_by_name'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(name || ' ' || coalesce(abn, '') || ' ' || city)`),
  },
  (t) => [
    index('organizations_newest').on(t.createdAt, t.id),
    index('organizations_by_name').on(sql`lower(name)`, t.id),
    index('organizations_search').using('gin', t.searchText.op('gin_trgm_ops')),
    // Organisations that are leaving: every reading of documents asks whose content is locked.
    index('organizations_leaving').on(t.leavingFrom).where(sql`leaving_from is not null`),
  ],
)

/** Profiles of people (specification, section 3), also the authentication library's users. */
export const profiles = pgTable(
  'profiles',
  {
    id: uuid('user_id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Name: first and last name joined, the library's own field. */
    name: text('name').notNull(),
    image: text('image'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    /** Role of the person. It has no CHECK: any other value is labelled User and holds no permissions (section 1). */
    role: text('role').notNull().default('guest'),
    /** Time of the confirmation; null only for a trustee who is not confirmed yet. */
    confirmedAt: instant('confirmed_at'),
    organizationId: uuid('organization_id').references(() => organizations.id),
    professionalType: text('professional_type'),
    accessExpiresAt: instant('access_expires_at'),
    /** E.164. */
    phone: text('phone').notNull().default(''),
    ...postalAddress(),
    /** Choices of the person for themselves; see `preferences` in the contract. */
    preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull().default({}),
    /** Time since when the account is deactivated: no session, no sign-in, nothing lost. Null while it is not. */
    deactivatedAt: instant('deactivated_at'),
    /** Time when the person closed the account; it stays as a record and is deactivated too. */
    closedAt: instant('closed_at'),
    lastSignedInAt: instant('last_signed_in_at'),
    /** Time when a second factor began to be asked of this person; the days of grace count from here. */
    factorGraceFrom: instant('factor_grace_from').notNull().defaultNow(),
    /** A phone number that the person proved to hold, to sign in with. E.164. */
    signInPhone: text('sign_in_phone').unique(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(name || ' ' || email)`),
  },
  (t) => [
    check('profiles_email_lower', sql`${t.email} = lower(trim(${t.email}))`),
    index('profiles_newest').on(t.createdAt, t.id),
    index('profiles_role').on(t.role),
    index('profiles_organization').on(t.organizationId, t.createdAt, t.id),
    index('profiles_state').on(t.state, t.id),
    index('profiles_by_name').on(sql`lower(name)`, t.id),
    index('profiles_by_last_sign_in').on(sql`coalesce(last_signed_in_at, '1970-01-01 00:00:00+00')`, t.id),
    index('profiles_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/** A browser or program that a person signed in with. */
export const devices = pgTable(
  'devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** The hash of its cookie; of a program without cookies, that of its name and network. */
    key: text('key').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** Browser of the device when it last signed in. */
    userAgent: text('user_agent'),
    ipAddress: text('ip_address'),
    /** Time until which it is not asked for a second factor. */
    rememberedUntil: instant('remembered_until'),
  },
  (t) => [uniqueIndex('devices_of_person').on(t.userId, t.key)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    token: text('token').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The last request, to the minute; see `kernel/context/presence.ts`. */
    seenAt: instant('seen_at'),
    /** 'web': a cookie. 'api': access and refresh tokens. 'token': a personal access token. */
    kind: text('kind', { enum: ['web', 'api', 'token'] })
      .notNull()
      .default('web'),
    /** Methods by which the person proved who they are, oldest first. */
    methods: jsonb('methods').$type<{ method: string; at: string }[]>().notNull().default([]),
    /** Time when they last proved it: some calls want that to be recent. */
    provedAt: instant('proved_at').notNull().defaultNow(),
    /** Time when a second factor was passed; null: not yet. */
    factorAt: instant('factor_at'),
    deviceId: uuid('device_id').references(() => devices.id, { onDelete: 'set null' }),
    /** Name of a personal access token; `scopes` is all that it may do. */
    name: text('name'),
    scopes: text('scopes').array(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_seen').on(t.seenAt)],
)

/** Ways in which people sign in: a password, a provider. */
export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    /** Email that the provider last named. */
    email: text('email'),
    lastUsedAt: instant('last_used_at'),
    /**
     * Way in which a provider's identity came to its account. 'person': they linked it while signed in. 'account': the account was made for
     * it. 'email': the provider named the account's email. Null: before this was noted, or no provider's.
     */
    linkedBy: text('linked_by', { enum: ['person', 'account', 'email'] }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('auth_accounts_user').on(t.userId)],
)

/** Short-lived proofs: hashed verification codes, reset links. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

/** Failed sign-ins in a row by email (decisions, section 1). */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    kind: text('kind', { enum: ['email'] }).notNull(),
    key: text('key').notNull(),
    count: integer('count').notNull(),
    lastAttempt: instant('last_attempt').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
)

/** The last sign-in of an email from a network, and the last failure since: these reveal guesses at many emails. */
export const addressAttempts = pgTable(
  'address_attempts',
  {
    network: text('network').notNull(),
    email: text('email').notNull(),
    failedAt: instant('failed_at'),
    succeededAt: instant('succeeded_at'),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.email] }),
    index('address_attempts_failed').on(t.network, t.failedAt),
  ],
)

/** An open invitation takes effect when its email signs up. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    role: text('role').notNull(),
    professionalType: text('professional_type'),
    organizationId: uuid('organization_id').references(() => organizations.id),
    accessExpiresAt: instant('access_expires_at'),
    /** An Australian state, for the new account. */
    state: text('state').notNull().default(''),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => profiles.id),
    invitedByName: text('invited_by_name').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** 'replaced': an administrator invited the same email. */
    status: text('status', { enum: ['open', 'accepted', 'withdrawn', 'replaced'] })
      .notNull()
      .default('open'),
  },
  (t) => [
    index('invitations_email').on(t.email),
    index('invitations_newest').on(t.createdAt, t.id),
    index('invitations_open_of').on(t.invitedBy, t.createdAt, t.id).where(sql`status = 'open'`),
  ],
)
