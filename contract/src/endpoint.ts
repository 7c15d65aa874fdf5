import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Who may call an endpoint at all. 'public': anyone; 'signed-in': any account whose access has not expired;
 * a list: whoever holds one of these permissions. What they may do with one object is decided by the verb.
 */
export type Who = 'public' | 'signed-in' | readonly Permission[]

/** One call of the API: the server registers it, the web client is typed by it, the OpenAPI document is made of it. */
export type Endpoint = {
  id: string
  summary: string
  who: Who
  params?: z.ZodType
  query?: z.ZodType
  /** JSON body; `file` calls take the raw file instead. */
  body?: z.ZodType
  response: z.ZodType
  status?: 200 | 201 | 204
  /** The raw request body is a file of this many bytes at most (configuration), streamed. */
  takesFile?: true
  /** Answers with bytes of this media type instead of JSON. */
  sends?: string
  /** Requests a minute from one address, for calls that take a password, a code or an email address. */
  perMinute?: number
}

/** What a schema takes and what it gives: types for callers that do not load zod themselves. */
export type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never
export type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : never

export const endpoint = <const E extends Endpoint>(definition: E): E => definition
