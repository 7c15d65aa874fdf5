import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type AppOptions, buildApp } from './app.ts'
import { openDatabase } from './db/client.ts'
import { recordRun } from './db/job-runs.ts'
import { openSecrets } from './db/kept-secrets.ts'
import { loadMasterKeys, readMasterKeys } from './db/master-keys.ts'
import { migrate } from './db/migrate.ts'
import { openReplica } from './db/replica.ts'
import { auditTrailOf } from './db/roles.ts'
import { tallyIn } from './db/tallies.ts'
import { openWords } from './db/word-hashes.ts'
import { tieStore } from './documents/store/store-mark.ts'
import { createAuth } from './identity/accounts/auth.ts'
import type { Passwords } from './identity/accounts/passwords.ts'
import { createSigningKeys } from './identity/accounts/signing-keys.ts'
import { createLog } from './insight/log/log.ts'
import { registerJobs } from './jobs.ts'
import { createContexts } from './kernel/context/context.ts'
import { createPresence } from './kernel/context/presence.ts'
import { createSettings } from './kernel/context/settings.ts'
import { watchConnections } from './kernel/http/connections.ts'
import type { Place } from './kernel/mail/define.ts'
import { createMail } from './kernel/mail/mail.ts'
import { createPush } from './kernel/mail/push.ts'
import { reportLinks } from './kernel/mail/report-link.ts'
import type { Services } from './kernel/services.ts'
import { mails } from './mails.ts'
import { refuseBegun, refuseUnfinished } from './operations/backup/restore/unfinished.ts'
import { backUpOnCommand } from './operations/backup/schedule/control.ts'
import { importOnCommand } from './operations/folder-import/control.ts'
import { checkKeyring } from './operations/keys/check-keyring.ts'
import { noteMasterKey } from './operations/keys/note.ts'
import { rotateOnCommand } from './operations/keys/rotate.ts'
import { openScanner } from './platform/clamd.ts'
import { createClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { listenForCommands } from './platform/control.ts'
import { protectDataFolder, removeRemains } from './platform/data-folder.ts'
import { openGeo } from './platform/geo.ts'
import { openJobs } from './platform/jobs.ts'
import { openMailer } from './platform/mailer/mailer.ts'
import { openOcr } from './platform/rendering/ocr.ts'
import { openOffice } from './platform/rendering/office.ts'
import { createRenderer } from './platform/rendering/renderer.ts'
import { type MeasureRoom, measureRoom as measureDisk } from './platform/room.ts'
import { openSms } from './platform/sms.ts'
import { openStorage } from './platform/storage/open.ts'
import { startFault } from './start-fault.ts'

export type Running = {
  app: FastifyInstance
  services: Services
  /** The address it listens on, e.g. http://127.0.0.1:3000. */
  address: string
  /** Lets running requests finish, stops the jobs and closes the database. */
  stop(): Promise<void>
}

export type StartOptions = AppOptions & {
  config: Config
  logger: Logger
  migrations: string
  listen?: boolean
  /** The operator's `--adopt` option, and where its result is printed. */
  adopt?: string | undefined
  say?: (text: string) => void
  /** Measures free disk space; set by tests. */
  measureRoom?: MeasureRoom
  /** Passwords that are hashed otherwise than at OWASP's cost; set by tests, which hash hundreds of them. */
  passwords?: Passwords
  /** false: no schedule sends a job by itself; for tests. */
  schedules?: boolean
  /** State: this process runs only Deedbox, and may be ended when its database no longer answers. */
  guard?: boolean
}

/** Opens everything, migrates and listens. If a step fails, everything opened before is closed again. */
export async function start(options: StartOptions): Promise<Running> {
  const { config, logger, migrations, measureRoom, guard, passwords, schedules = true } = options
  const closers: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const { databaseUrl, dataDir } = config
    protectDataFolder(dataDir)
    removeRemains(dataDir)
    const database = await openDatabase({ databaseUrl, dataDir, logger, embedded: { measureRoom, guard } })
    closers.push(() => database.close())
    await refuseBegun(database)
    await refuseUnfinished(database)
    await checkKeyring(database, await readMasterKeys(database, config))
    await migrate(database, migrations)
    const replica = await openReplica(database, config.replicaDatabaseUrl, logger)
    closers.push(() => replica.close())
    const settings = createSettings(database, config)
    const { timeZone } = await settings.latest()
    await database.transaction(() => tallyIn(database, timeZone, new Date()))
    const storage = await openStorage({ storageUrl: config.storageUrl, dataDir, measureRoom })
    await tieStore({ database, storage }, options)
    const keyring = await loadMasterKeys(database, config)
    await openSecrets(database, keyring)
    const words = await openWords(database, keyring)
    const mailer = openMailer({
      smtpUrl: config.smtpUrl,
      mailFrom: config.mailFrom,
      dataDir: config.dataDir,
      logger,
    })
    closers.push(async () => mailer.close())
    const office = config.libreOffice
      ? await openOffice({ path: config.libreOffice, folder: join(dataDir, 'office') })
      : null
    const ocr = config.tesseract
      ? openOcr({ path: config.tesseract, languages: config.tesseractLanguages })
      : null
    void tellFaults({ LIBREOFFICE: office, TESSERACT: ocr }, logger)
    const renderer = createRenderer({
      logger,
      office,
      ocr,
      folder: config.dataDir,
      markedBytes: config.markedPagesBytes,
      timeZone: () => settings.current().timeZone,
    })
    closers.push(() => renderer.close())
    const clock = createClock()
    const geo = await openGeo(config.geoDatabase, logger)
    closers.push(async () => geo.close())
    const contexts = createContexts(database, clock, settings)
    await contexts.work((ctx) => noteMasterKey(ctx, keyring))
    const auditTrail = await auditTrailOf(database)
    const presence = createPresence(database, logger)
    closers.push(() => presence.stop())
    const jobs = await openJobs({
      database,
      logger,
      owner: auditTrail === 'owner',
      schedules,
      onRun: (run) => recordRun(database, run),
    })
    closers.push(() => jobs.stop())

    let publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    const placeOf = geo.placeOf
    const place = (): Place => ({ publicUrl, placeOf, ...settings.current() })
    const sms = config.sms ? openSms(config.sms) : null
    const latestPlace = async (): Promise<Place> => ({ publicUrl, placeOf, ...(await settings.latest()) })
    const push = createPush({ database, contexts, jobs, keyring, config, mails, place: latestPlace })
    const mail = createMail({
      push,
      database,
      contexts,
      jobs,
      mailer,
      sms,
      mails,
      place: latestPlace,
      reportUrl: (mailId) => `${publicUrl}/report/${reportLinks(keyring).sign(mailId)}`,
    })
    const auth = createAuth({ database, keyring, config, place, passwords })
    const parts = {
      config,
      database,
      replica,
      auditTrail,
      contexts,
      presence,
      settings,
      clock,
      geo,
      jobs,
      storage,
      scanner: config.clamdUrl ? openScanner(config.clamdUrl) : null,
      measureRoom: measureRoom ?? measureDisk,
      keyring,
      renderer,
      office,
      ocr,
      words,
      mailer,
      mail,
      push,
      auth,
      signingKeys: createSigningKeys({ database, contexts, keyring }),
      logger,
      lifecycle: { stopping: false },
      place,
    }
    const log = createLog(parts)
    const services: Services = { ...parts, log }
    registerJobs(services)
    // Jobs start before any request: a change may queue a mail.
    await jobs.start()
    if (schedules) log.start()
    closers.push(() => log.stop())
    if (database.kind === 'pglite') {
      const handlers = {
        backup: backUpOnCommand(services),
        import: importOnCommand(services),
        'rotate-master-key': rotateOnCommand(services),
      }
      closers.push(await listenForCommands(dataDir, handlers))
    }
    const app = await buildApp(services, options)
    const connections = watchConnections(app.server)
    closers.push(() => closeApp(app, connections.closeIdle))
    closers.push(() => drain(services))
    if (options.listen !== false) {
      await app.listen({ host: config.host, port: config.port })
      const { port } = app.server.address() as AddressInfo
      const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
      publicUrl = config.publicUrl ?? address
    } else {
      await app.ready()
    }
    return { app, services, address: publicUrl, stop }
  } catch (error) {
    await stop()
    throw startFault(error, config)
  }
}

/** Says at start which programs of the machine do not work; Deedbox does without them. */
async function tellFaults(programs: Record<string, { check(): Promise<string> } | null>, logger: Logger) {
  for (const [variable, program] of Object.entries(programs))
    await program?.check().catch((error: Error) => {
      logger.warn({ reason: error.message }, `the program that ${variable} names does not work`)
    })
}

/**
 * Serves on for as long as configured, while /api/health says that this server stops: a balancer sends its requests elsewhere
 * before connections are refused, so that none fails.
 */
async function drain({ config, lifecycle }: Services): Promise<void> {
  lifecycle.stopping = true
  if (config.drainSeconds > 0) await pause(config.drainSeconds * 1_000)
}

const GRACE_MS = 30_000

/** Accepts no new requests and lets running ones finish; after half a minute the remaining connections are closed. */
async function closeApp(app: FastifyInstance, closeIdle: () => void): Promise<void> {
  const { server } = app
  // A connection that becomes idle while we close would otherwise stay open until its client closes it.
  const idle = setInterval(closeIdle, 100)
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(deadline)
}
