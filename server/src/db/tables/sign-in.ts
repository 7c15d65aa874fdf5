import { factorKinds } from '@deedbox/contract/factor-kinds.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organizations, profiles, sessions } from './accounts.ts'
import { instant } from './columns.ts'

const person = () =>
  uuid('user_id')
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' })

/** Factors: what a person proves besides a password or a provider. One counts once `verifiedAt` is set. */
export const factors = pgTable(
  'factors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: person(),
    kind: text('kind', { enum: factorKinds }).notNull(),
    name: text('name').notNull().default(''),
    /** totp: the secret, encrypted. */
    secret: text('secret'),
    /** totp: the last time step whose code was used, so that no code works twice (RFC 6238, section 5.2). */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** phone: E.164. */
    phone: text('phone'),
    /** passkey: the credential's id and public key (COSE), base64url, and its signature counter. */
    credentialId: text('credential_id').unique(),
    publicKey: text('public_key'),
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: text('transports').array(),
    /** passkey: whether it is synced between devices. */
    backedUp: boolean('backed_up').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    verifiedAt: instant('verified_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('factors_user').on(t.userId)],
)

/** Codes for a person who lost their factors; each works once. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: person(),
    /** A keyed hash. */
    hash: text('hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('backup_codes_hash').on(t.userId, t.hash)],
)

/** Refresh tokens. Used ones stay until their session ends: one that comes again ends it (RFC 9700, section 4.14.2). */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
)

/** Browsers that show notices of what waits, each as long as its session lasts. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sessionId: uuid('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: person(),
    /** Address at the push service of the browser. */
    endpoint: text('endpoint').notNull().unique(),
    /** Public key of the browser, and its secret against whoever guesses: they are worth nothing without the VAPID key. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** State: its notices name people and documents. */
    names: boolean('names').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
)

/** Keys that sign access tokens (ES256). A retired one signs nothing more; its tokens are valid until they expire. */
export const signingKeys = pgTable('signing_keys', {
  id: text('kid').primaryKey(),
  publicKey: jsonb('public_key').$type<Record<string, unknown>>().notNull(),
  /** Encrypted. */
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
})

/** Providers where people of a domain sign in: OpenID providers and SAML identity providers. */
export const identityProviders = pgTable(
  'identity_providers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** null: it belongs to the deployment. */
    organizationId: uuid('organization_id').references(() => organizations.id),
    kind: text('kind', { enum: ['oidc', 'saml'] }).notNull(),
    name: text('name').notNull(),
    /** oidc: the issuer; saml: the entity id. */
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull().default(''),
    /** Encrypted. */
    clientSecret: text('client_secret'),
    /** saml: where sign-in requests go, and the certificates (PEM) that may sign its answers. */
    signInUrl: text('sign_in_url').notNull().default(''),
    certificates: text('certificates').array().notNull().default(sql`'{}'`),
    /** The role of people who come through it for the first time. */
    defaultRole: text('default_role').notNull().default('guest'),
    /** State: it checks a second factor itself, so that Deedbox asks for none. */
    checksSecondFactor: boolean('checks_second_factor').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('identity_providers_organization').on(t.organizationId)],
)

/** An email domain whose people sign in through a provider. It counts once an administrator has confirmed it. */
export const identityDomains = pgTable(
  'identity_domains',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Domain in lower case. */
    domain: text('domain').notNull(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => identityProviders.id, { onDelete: 'cascade' }),
    /** State: people of this domain sign in through the provider only. */
    required: boolean('required').notNull().default(false),
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('identity_domains_of_provider').on(t.providerId, t.domain),
    uniqueIndex('identity_domains_confirmed').on(t.domain).where(sql`confirmed_at is not null`),
  ],
)

/** Answers of providers that were used: each works once. */
export const usedAssertions = pgTable('used_assertions', {
  id: text('id').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})
