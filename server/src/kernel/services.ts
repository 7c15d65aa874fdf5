import type { Logger } from 'pino'
import type { Database } from '../db/client.ts'
import type { Replica } from '../db/replica.ts'
import type { AuditTrail } from '../db/roles.ts'
import type { Words } from '../db/word-hashes.ts'
import type { Scanner } from '../platform/clamd.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import type { Geo } from '../platform/geo.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mailer } from '../platform/mailer/mailer.ts'
import type { Ocr } from '../platform/rendering/ocr.ts'
import type { Office } from '../platform/rendering/office.ts'
import type { Renderer } from '../platform/rendering/renderer.ts'
import type { MeasureRoom } from '../platform/room.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Contexts } from './context/context.ts'
import type { Presence } from './context/presence.ts'
import type { SettingsReader } from './context/settings.ts'
import type { Place } from './mail/define.ts'
import type { Mail } from './mail/mail.ts'
import type { Push } from './mail/push.ts'

/** Everything that a domain may need besides its context; created once at start, and by the tests. A floor above adds its own where it makes it (`identity/accounts/auth.ts`). */
export interface Services {
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
  /** Virus scanner; null: files are not scanned. */
  scanner: Scanner | null
  keyring: Keyring
  renderer: Renderer
  /** LibreOffice; null: it is not configured, and workers convert office files. */
  office: Office | null
  /** Tesseract; null: it is not configured, and pictures have no text. */
  ocr: Ocr | null
  words: Words
  mailer: Mailer
  mail: Mail
  push: Push
  logger: Logger
  /** `stopping`: this server was told to stop and serves only until balancers have seen it. */
  lifecycle: { stopping: boolean }
  /** Returns where people reach this deployment; final once it listens. */
  place: () => Place
}
