import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../durable.ts'
import { probeFile } from '../storage/probe.ts'
import { compose, isMessageId, type Mailbox, type MailMessage, MailNotSentError } from './message.ts'

/** Line of the local mailbox. */
export interface MailSummary {
  id: string
  to: string
  subject: string
  sentAt: Date
}

/** A whole message of the local mailbox. */
export interface StoredMail extends MailSummary {
  from: string
  /** Blank if answers go to the sender. */
  replyTo: string
  html: string
  text: string
}

const longestList = 200
const fileName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_(.+)\.eml$/

/**
 * Opens a mailbox for installations without an SMTP server: one .eml file a message in `folder`, named after the time it was first sent and
 * its id, so that a retry replaces the file. Files are readable by their owner only: they hold codes and links.
 */
export function openMailbox(options: { folder: string; from: Mailbox }) {
  const { folder, from } = options
  let isSettled = false
  /** Makes the folder, whose name lasts from then on. */
  async function ensureFolder(): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (isSettled && made === undefined) return
    await syncFolder(dirname(folder))
    isSettled = true
  }
  // Writes happen one at a time: two sends of the same id must not create two files.
  let lastWrite: Promise<void> = Promise.resolve()

  async function write(message: MailMessage): Promise<void> {
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    const bytes = await new MailComposer(compose(message, from)).compile().build()
    await ensureFolder()
    const name = (await nameOf(folder, message.id)) ?? `${stamp(new Date())}_${message.id}.eml`
    await writeDurably(folder, name, bytes)
  }

  return {
    async send(message: MailMessage): Promise<void> {
      const written = lastWrite.then(() => write(message))
      lastWrite = written.catch(() => {})
      try {
        await written
      } catch (error) {
        if (error instanceof MailNotSentError) throw error
        const { code } = error as { code?: unknown }
        throw new MailNotSentError(typeof code === 'string' ? code : 'unknown fault', false)
      }
    },

    /** Checks that a message could be kept. */
    async check(): Promise<void> {
      try {
        await ensureFolder()
        await probeFile(join(folder, `.${randomUUID()}`))
      } catch (error) {
        const { code } = error as { code?: unknown }
        throw new MailNotSentError(typeof code === 'string' ? code : 'unknown fault', false)
      }
    },

    /** Lists the newest 200 messages, newest first. */
    async list(): Promise<MailSummary[]> {
      const newest = (await names(folder)).reverse().slice(0, longestList)
      const mails = await Promise.all(newest.map((name) => parse(folder, name)))
      return mails.map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }))
    },

    /** Reads one message; null when there is none with this id. */
    async read(id: string): Promise<StoredMail | null> {
      const name = isMessageId(id) ? await nameOf(folder, id) : undefined
      return name === undefined ? null : parse(folder, name)
    },

    async close(): Promise<void> {
      await lastWrite
    },
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => fileName.test(name)).sort()
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return []
    throw error
  }
}

async function nameOf(folder: string, id: string): Promise<string | undefined> {
  return (await names(folder)).find((name) => fileName.exec(name)?.[8] === id)
}

async function parse(folder: string, name: string): Promise<StoredMail> {
  const { default: PostalMime } = await import('postal-mime')
  const [, year, month, day, hour, minute, second, millisecond, id = ''] = fileName.exec(name) ?? []
  const mail = await PostalMime.parse(await readFile(join(folder, name)))
  return {
    id,
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    sentAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`),
    from: [mail.from].map(written).join(', '),
    replyTo: (mail.replyTo ?? []).map(written).join(', '),
    html: mail.html ?? '',
    text: mail.text ?? '',
  }
}

/** Writes an address with its name, as headers show it. */
const written = (one: { name?: string; address?: string | undefined } | undefined) =>
  one?.name ? `${one.name} <${one.address ?? ''}>` : (one?.address ?? '')

/** Writes a time as 20261203T101500123Z: it sorts by time, and is valid on every file system. */
function stamp(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, '')
}

/** Writes the whole file or nothing, even in a power cut: synced under another name, renamed, then the folder synced. */
async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  const partial = join(folder, `${name}.partial`)
  const file = await open(partial, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, join(folder, name))
  await syncFolder(folder)
}
