import { z } from 'zod'
import { fileIdPattern } from './file-id.ts'
import { limits } from './limits.ts'
import { inParagraphs, oneLine } from './texts.ts'

/** Building blocks for all schemas, each with a limit. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(limits.text.email)
  .pipe(z.email({ error: 'Please enter a valid email address' }))
/** Makes the schema of a text on one line: names, titles, search terms. */
export const line = (max: number) => z.string().overwrite(oneLine).max(max)
/** Makes the schema of a text of several lines: messages, notes, reasons. */
export const paragraphs = (max: number) => z.string().overwrite(inParagraphs).max(max)
export const personName = line(limits.text.name).min(1, { error: 'This field is required' })
/** Part of an email address, as a filter. */
export const emailPart = line(limits.text.email).toLowerCase()
/** Token from the widget of the captcha service, where one is configured. */
export const captcha = { captchaToken: z.string().max(4_096).optional() }
export const id = z.uuid()
/** Id of a file: of a document, or of an attachment of a mail. */
export const fileId = z.string().regex(fileIdPattern, { error: 'Not the id of a file' })
export const token = z.string().min(16).max(200)
/** A calendar day, `YYYY-MM-DD`, in a year that every part of Deedbox can handle. */
export const day = z.iso
  .date({ error: 'Not a date. Dates are written like 2026-12-03', abort: true })
  .refine((text) => text >= '1900-01-01' && text <= '2999-12-31', {
    error: 'Please enter a year from 1900 to 2999',
  })
/** The last day of access; null means the default of the call. */
export const lastDay = day.nullable().default(null)
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()
/** An instant in the input of a call, in a year that every part of Deedbox can handle. */
export const givenInstant = instant.refine((text) => text >= '1900' && text < '3000', {
  error: 'Please enter a year from 1900 to 2999',
})
export const newPassword = z
  .string()
  .min(limits.password.min, { error: 'Password must be at least 6 characters long.' })
  .max(limits.password.max)
/** Cursor of a list, long enough for the longest title in any script. */
export const cursor = z.string().max(4_000)
export const pageLimit = z.coerce.number().int().min(1).max(limits.page.max).default(limits.page.default)
/** Direction of sorting; if absent, columns with times sort latest first and others ascending. */
export const direction = z.enum(['asc', 'desc']).optional()
export const done = z.object({ success: z.literal(true) })
