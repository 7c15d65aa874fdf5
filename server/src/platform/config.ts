import { resolve } from 'node:path'
import { isTimeZone } from '@deedbox/contract/dates.ts'
import { z } from 'zod'
import { isProxyName } from './address.ts'
import { type Env, withFiles } from './config-files.ts'
import { isKmsName } from './encryption/kms-name.ts'
import { StartFault } from './errors.ts'
import { isSender } from './mailer/message.ts'
import { wantsTls } from './mailer/smtp.ts'
import { browserServices, isServiceName } from './push/services.ts'
import { faultOfWitnesses, readWitnesses } from './witnesses.ts'

const timeZone = z.string().refine(isTimeZone, { error: 'is not a time zone, e.g. Australia/Sydney' })

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })

/** Tells whether an address is a host, or the path of a socket. */
const isPlace = ({ protocol, hostname, pathname }: URL) =>
  protocol === 'unix:' ? hostname === '' && pathname.length > 1 : hostname !== '' && pathname.length <= 1

const isLoopback = (host: string) => ['127.0.0.1', 'localhost', '::1'].includes(host)

/** Addresses where each service checks tokens, the script of its widget, and what the browser may load for it. */
const captchas = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    sources: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
}

const schema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: url(['http:', 'https:']).optional(),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
    REPLICA_DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
    STORAGE_URL: url(['s3:']).optional(),
    CLAMD_URL: url(['tcp:', 'unix:'])
      .refine((text) => isPlace(new URL(text)), {
        error: 'must be tcp://host:3310 or unix:///path/of/the/socket',
      })
      .optional(),
    BACKUP_URL: url(['file:', 's3:']).optional(),
    BACKUP_KEY: z
      .string()
      .regex(/^age1[02-9ac-hj-np-z]{58}$/, {
        error: 'must be the public key that `npm run backup -- --new-key` prints (age1…)',
      })
      .optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine((proxies) => proxies.join() === 'none' || proxies.every(isProxyName), {
        error: 'must be addresses or networks like 10.0.0.0/8, separated by commas; loopback; or none',
      })
      .optional(),
    SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(30),
    SMTP_URL: url(['smtp:', 'smtps:'])
      .refine((text) => !(URL.canParse(text) && wantsTls(text) && /[?&]ignoreTLS=/i.test(text)), {
        error: 'would send emails unencrypted; where that is meant, say starttls=optional',
      })
      .optional(),
    MAIL_FROM: z
      .string()
      .refine(isSender, { error: 'must be name@example.com or Name <name@example.com>' })
      .default('Deedbox <deedbox@localhost>'),
    SUPPORT_EMAIL: z.email({ error: 'must be an email address' }).default('support@localhost.localdomain'),
    MASTER_KEY: z
      .string()
      .refine(
        (text) =>
          text
            .trim()
            .split(/\s+/)
            .every((word) => /^[A-Za-z0-9+/]{43}=$/.test(word) || isKmsName(word)),
        {
          error:
            'must be 32 bytes in base64, or aws-kms: and the ARN of a key (older keys may follow, separated by spaces)',
        },
      )
      .optional(),
    LOG_KEY: z
      .string()
      .regex(/^\s*[A-Za-z0-9+/]{43}=\s*$/, { error: 'must be 32 bytes in base64' })
      .optional(),
    WITNESSES: z
      .string()
      .refine((text) => faultOfWitnesses(text) === null, {
        error: (issue) => `is no policy of witnesses: ${faultOfWitnesses(String(issue.input))}`,
      })
      .transform(readWitnesses)
      .optional(),
    WITNESS_SECONDS: z.coerce.number().int().min(60).max(86_400).default(60),
    TIMESTAMP_URL: url(['http:', 'https:']).optional(),
    BREACH_RANGE_URL: url(['http:', 'https:']).default('https://api.pwnedpasswords.com/range/'),
    TIME_ZONE: timeZone.default('Australia/Sydney'),
    MAX_UPLOAD_BYTES: z.coerce
      .number()
      .int()
      .min(1)
      .max(5 * 1024 ** 3)
      .default(100 * 1024 ** 2),
    MARKED_PAGES_BYTES: z.coerce
      .number()
      .int()
      .min(0)
      .max(16 * 1024 ** 3)
      .optional(),
    SMS_ACCOUNT_SID: z
      .string()
      .regex(/^[A-Za-z0-9]+$/, { error: 'must be letters and digits' })
      .optional(),
    SMS_AUTH_TOKEN: z.string().min(1).optional(),
    SMS_FROM: z.string().min(1).optional(),
    SMS_TO: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a number like +61400000000' })
      .optional(),
    SMS_API_URL: url(['http:', 'https:']).default('https://api.twilio.com'),
    GEO_DATABASE: z.string().min(1).optional(),
    LIBREOFFICE: z.string().startsWith('/', { error: 'must be a path like /usr/bin/soffice' }).optional(),
    TESSERACT: z.string().startsWith('/', { error: 'must be a path like /usr/bin/tesseract' }).optional(),
    TESSERACT_LANGUAGES: z
      .string()
      .regex(/^[A-Za-z_]+([+, ]+[A-Za-z_]+)*$/, { error: 'must be names like eng+ell' })
      .default('eng'),
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
    METRICS_TOKEN: z
      .string()
      .regex(/^\S{16,200}$/, { error: 'must be 16 characters or more, without spaces' })
      .optional(),
    OIDC_ISSUER: url(['http:', 'https:']).optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    AUTH_REDIRECTS: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine(
        (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
        {
          error: 'must be origins like https://app.example, separated by commas',
        },
      )
      .default([]),
    WALLET_SIGN_IN: z.enum(['on', 'off']).default('off'),
    AUTH_API: z.enum(['on', 'off']).default('on'),
    CAPTCHA_PROVIDER: z.enum(['turnstile', 'hcaptcha']).optional(),
    CAPTCHA_SECRET: z.string().min(1).optional(),
    CAPTCHA_SITE_KEY: z.string().min(1).optional(),
    CAPTCHA_VERIFY_URL: url(['http:', 'https:']).optional(),
    CAPTCHA_SCRIPT_URL: url(['http:', 'https:']).optional(),
    PROVIDER_NETWORKS: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine((networks) => networks.every((one) => isProxyName(one) && /[.:]/.test(one)), {
        error: 'must be addresses or networks like 10.0.0.0/8, separated by commas',
      })
      .default([]),
    PUSH_SERVICES: z
      .string()
      .transform((text) => (text.trim() === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean)))
      .refine((names) => names.every(isServiceName), {
        error: 'must be hosts like push.example.com or *.example.com, separated by commas; or none',
      })
      .default(browserServices),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  })
  .superRefine((env, ctx) => {
    const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET].filter(
      (value) => value !== undefined,
    )
    if (oidc.length !== 0 && oidc.length !== 3) {
      ctx.addIssue({
        code: 'custom',
        path: ['OIDC_ISSUER'],
        message: 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too: set all three or none',
      })
    }
    const sms = [env.SMS_ACCOUNT_SID, env.SMS_AUTH_TOKEN, env.SMS_FROM, env.SMS_TO].filter(
      (value) => value !== undefined,
    )
    if (sms.length !== 0 && sms.length !== 4) {
      ctx.addIssue({
        code: 'custom',
        path: ['SMS_ACCOUNT_SID'],
        message: 'needs SMS_AUTH_TOKEN, SMS_FROM and SMS_TO too: set all four or none',
      })
    }
    const captcha = [env.CAPTCHA_PROVIDER, env.CAPTCHA_SECRET, env.CAPTCHA_SITE_KEY].filter(
      (value) => value !== undefined,
    )
    if (captcha.length !== 0 && captcha.length !== 3) {
      ctx.addIssue({
        code: 'custom',
        path: ['CAPTCHA_PROVIDER'],
        message: 'needs CAPTCHA_SECRET and CAPTCHA_SITE_KEY too: set all three or none',
      })
    }
    if (env.REPLICA_DATABASE_URL && !env.DATABASE_URL) {
      ctx.addIssue({
        code: 'custom',
        path: ['REPLICA_DATABASE_URL'],
        message: 'needs DATABASE_URL: the embedded database has no replica',
      })
    }
    if (!isLoopback(env.HOST) && !env.PUBLIC_URL) {
      ctx.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'is required when HOST is reachable from other machines: links in emails start with it',
      })
    }
  })

export type Config = ReturnType<typeof parseConfig>

/** Names every invalid variable in one message. */
export class ConfigError extends StartFault {}

/** The variables that files may hold instead. MIGRATE_DATABASE_URL is read by `npm run migrate` alone. */
const names = [...Object.keys(schema.shape), 'MIGRATE_DATABASE_URL']
export const resolveFiles = (env: Env): Env => withFiles(env, names)

/**
 * Parses the whole configuration once from the environment and the files it names. Empty variables count as not set.
 * @throws ConfigError naming every error.
 */
export function parseConfig(env: Env) {
  const set = Object.fromEntries(
    Object.entries(resolveFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(
      `The configuration has ${problems.length === 1 ? 'an error' : 'errors'}:\n${problems.join('\n')}`,
    )
  }
  const v = parsed.data
  return {
    port: v.PORT,
    host: v.HOST,
    publicUrl: v.PUBLIC_URL && new URL(v.PUBLIC_URL).href.replace(/\/+$/, ''),
    /** Proxies whose X-Forwarded-For is trusted. */
    trustedProxies: (v.TRUSTED_PROXIES ?? (v.PUBLIC_URL ? ['loopback'] : [])).filter(
      (proxy) => proxy !== 'none',
    ),
    sessionDays: v.SESSION_DAYS,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    replicaDatabaseUrl: v.REPLICA_DATABASE_URL,
    storageUrl: v.STORAGE_URL,
    /** Address where ClamAV's daemon listens; without it files are not scanned. */
    clamdUrl: v.CLAMD_URL,
    /** Address where backups go, as file:///folder or s3://…; without it none is made by itself. */
    backupUrl: v.BACKUP_URL,
    /** The public key that backups are encrypted to; the private one is never here. */
    backupKey: v.BACKUP_KEY,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    supportEmail: v.SUPPORT_EMAIL,
    masterKey: v.MASTER_KEY,
    /** Seed of the transparency log's Ed25519 key; without it the data folder has one. */
    logKey: v.LOG_KEY,
    /** Witnesses that cosign the log's heads; without it nobody is asked. */
    witnesses: v.WITNESSES,
    /** Shortest time between two heads that a witness gets, in seconds. */
    witnessSeconds: v.WITNESS_SECONDS,
    /** Authority that stamps evidence with a time (RFC 3161); without it there is none. */
    timestampUrl: v.TIMESTAMP_URL,
    breachRangeUrl: v.BREACH_RANGE_URL,
    timeZone: v.TIME_ZONE,
    maxUploadBytes: v.MAX_UPLOAD_BYTES,
    markedPagesBytes: v.MARKED_PAGES_BYTES,
    /** A file that tells where addresses are; without it no place is shown. */
    geoDatabase: v.GEO_DATABASE === undefined ? undefined : resolve(v.GEO_DATABASE),
    /** LibreOffice's program, which then converts office files. */
    libreOffice: v.LIBREOFFICE,
    /** Tesseract's program, which then reads pages without a text. */
    tesseract: v.TESSERACT,
    tesseractLanguages: v.TESSERACT_LANGUAGES.replace(/[+, ]+/g, '+'),
    /** Seconds that a server that was told to stop still serves, so that a balancer sees it in /api/health. */
    drainSeconds: v.DRAIN_SECONDS,
    metricsToken: v.METRICS_TOKEN,
    oidc:
      v.OIDC_ISSUER && v.OIDC_CLIENT_ID && v.OIDC_CLIENT_SECRET
        ? { issuer: v.OIDC_ISSUER, clientId: v.OIDC_CLIENT_ID, clientSecret: v.OIDC_CLIENT_SECRET }
        : undefined,
    /** Private networks where sign-in providers may be. */
    providerNetworks: v.PROVIDER_NETWORKS,
    /** Push services that notices may go to; none: nobody gets any. */
    pushServices: v.PUSH_SERVICES,
    sms:
      v.SMS_ACCOUNT_SID && v.SMS_AUTH_TOKEN && v.SMS_FROM && v.SMS_TO
        ? {
            accountSid: v.SMS_ACCOUNT_SID,
            authToken: v.SMS_AUTH_TOKEN,
            from: v.SMS_FROM,
            /** The practice's number, to which requests go. */
            to: v.SMS_TO,
            apiUrl: v.SMS_API_URL.replace(/\/+$/, ''),
          }
        : undefined,
    /** Addresses to which the authentication API may send browsers back, besides our own origin. */
    authRedirects: v.AUTH_REDIRECTS,
    /** State: there is an authentication API (ADR 26). */
    authApi: v.AUTH_API === 'on',
    /** State: people may sign in with wallets that they linked (ADR 27). */
    walletSignIn: v.WALLET_SIGN_IN === 'on',
    captcha:
      v.CAPTCHA_PROVIDER && v.CAPTCHA_SECRET && v.CAPTCHA_SITE_KEY
        ? {
            provider: v.CAPTCHA_PROVIDER,
            secret: v.CAPTCHA_SECRET,
            siteKey: v.CAPTCHA_SITE_KEY,
            verifyUrl: v.CAPTCHA_VERIFY_URL ?? captchas[v.CAPTCHA_PROVIDER].verifyUrl,
            /** Addresses that the browser may load for it (content security policy). */
            sources: v.CAPTCHA_SCRIPT_URL
              ? [new URL(v.CAPTCHA_SCRIPT_URL).origin]
              : captchas[v.CAPTCHA_PROVIDER].sources,
            scriptUrl: v.CAPTCHA_SCRIPT_URL ?? captchas[v.CAPTCHA_PROVIDER].scriptUrl,
          }
        : undefined,
    logLevel: v.LOG_LEVEL,
  }
}
