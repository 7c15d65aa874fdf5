import { limits } from '@deedbox/contract/limits.ts'
import type { Database } from '../../db/client.ts'
import { authAccounts, profiles, sessions, verifications } from '../../db/tables/accounts.ts'
import { cookieName, readToken, sessionCookieName } from '../../kernel/context/session-cookie.ts'
import type { Place } from '../../kernel/mail/define.ts'
import type { Config } from '../../platform/config.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { createPasswords, type Passwords } from './passwords.ts'

type Deps = {
  database: Database
  keyring: Keyring
  config: Config
  place: () => Place
  passwords: Passwords
}

/** Parts of the authentication library that handlers use: sessions, single-use tokens, its cookies. */
export type AuthContext = Awaited<Awaited<ReturnType<typeof build>>['$context']>

export type Auth = {
  /** The key for session cookies and the hashes of codes. Base64. */
  secret: string
  /** Name of the session cookie. */
  cookieName: string
  /** Name of the device cookie. */
  deviceCookieName: string
  /** Passwords: hashes and checks them. */
  passwords: Passwords
  /** Reads the session token of a cookie header, if its signature is valid. */
  readToken(cookies: string | undefined): string | null
  /** Reads the key of the device cookie of a cookie header, if its signature is valid. */
  readDevice(cookies: string | undefined): string | null
  /** Returns the library's context. The library is loaded with the first call. */
  context(): Promise<AuthContext>
}

/** Accounts by better-auth on our tables. Nothing is loaded before it is needed. */
export function createAuth(given: Omit<Deps, 'passwords'> & { passwords?: Passwords | undefined }): Auth {
  const deps = { ...given, passwords: given.passwords ?? createPasswords() }
  const secret = deps.keyring.secret('session cookies').toString('base64')
  let built: Promise<AuthContext> | undefined
  const secure = isSecure(deps.config)
  const name = sessionCookieName(secure)
  const deviceName = cookieName('device', secure)
  return {
    secret,
    cookieName: name,
    deviceCookieName: deviceName,
    passwords: deps.passwords,
    readToken: (cookies) => readToken(cookies, name, secret),
    readDevice: (cookies) => readToken(cookies, deviceName, secret),
    context: () => {
      built ??= build(deps, secret).then((auth) => auth.$context)
      return built
    },
  }
}

export const isSecure = (config: Config): boolean => config.publicUrl?.startsWith('https:') ?? false

/** Returns the options for every use of the library. Its HTTP handler is not mounted: our endpoints call it. */
export async function libraryOptions({ database, config, place, passwords }: Deps, secret: string) {
  const { drizzleAdapter } = await import('@better-auth/drizzle-adapter')
  return {
    appName: 'Deedbox',
    baseURL: place().publicUrl,
    secret,
    database: drizzleAdapter(database.db, {
      provider: 'pg',
      transaction: true,
      schema: { user: profiles, session: sessions, account: authAccounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.password.min,
      password: { hash: passwords.hash, verify: passwords.verify },
    },
    session: { expiresIn: limits.session.livesMs / 1_000, updateAge: limits.session.refreshMs / 1_000 },
    // A reset token is stored as its hash. Our job removes rows, by the database's clock.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    advanced: {
      cookiePrefix: 'deedbox',
      useSecureCookies: isSecure(config),
      database: { generateId: () => crypto.randomUUID() },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Messages of the library may contain an email address.
    logger: { disabled: true },
  } as const
}

async function build(deps: Deps, secret: string) {
  const { betterAuth } = await import('better-auth/minimal')
  return betterAuth(await libraryOptions(deps, secret))
}

declare module '../../kernel/services.ts' {
  interface Services {
    auth: Auth
  }
}
