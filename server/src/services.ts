import type { Logger } from 'pino'
import type { Auth } from './accounts/auth.ts'
import type { SigningKeys } from './accounts/signing-keys.ts'
import type { Contexts } from './context/context.ts'
import type { Presence } from './context/presence.ts'
import type { SettingsReader } from './context/settings.ts'
import type { Database } from './db/client.ts'
import type { Replica } from './db/replica.ts'
import type { AuditTrail } from './db/roles.ts'
import type { Mail, Place } from './mail/mail.ts'
import type { MailKind } from './mails.ts'
import type { Scanner } from './platform/clamd.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Keyring } from './platform/encryption/keys.ts'
import type { Geo } from './platform/geo.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Mailer } from './platform/mailer/mailer.ts'
import type { Ocr } from './platform/rendering/ocr.ts'
import type { Office } from './platform/rendering/office.ts'
import type { Renderer } from './platform/rendering/renderer.ts'
import type { MeasureRoom } from './platform/room.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { Words } from './words/key.ts'

/** Everything that a domain may need besides its context; created once at start, and by the tests. */
export type Services = {
  config: Config
  database: Database
  replica: Replica
  auditTrail: AuditTrail
  contexts: Contexts
  presence: Presence
  settings: SettingsReader
  clock: Clock
  geo: Geo
  jobs: Jobs
  storage: Storage
  measureRoom: MeasureRoom
  /** Null: files are not scanned. */
  scanner: Scanner | null
  keyring: Keyring
  renderer: Renderer
  /** Null: LibreOffice is not configured, workers convert office files. */
  office: Office | null
  /** Null: Tesseract is not configured, pictures have no text. */
  ocr: Ocr | null
  words: Words
  mailer: Mailer
  mail: Mail<MailKind>
  auth: Auth
  signingKeys: SigningKeys
  logger: Logger
  /** `stopping`: this server was told to stop and serves only until balancers have seen it. */
  lifecycle: { stopping: boolean }
  /** Where people reach this deployment; final once it listens. */
  place: () => Place
}
