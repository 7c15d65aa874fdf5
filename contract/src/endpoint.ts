import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Who may call an endpoint at all. 'public': anyone; 'signed-in': any account whose access has not expired;
 * a list: anyone with at least one of these permissions. The handler decides what they may do with a given object.
 */
export type Who = 'public' | 'signed-in' | readonly Permission[]

/** What somebody may still lack after the first step of signing in: the code of their factor, or a factor at all. */
export const lacks = ['factor', 'enrolment'] as const
export type Lack = (typeof lacks)[number]

/** What a personal access token may be for. */
export const tokenScopes = ['read', 'upload', 'share'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** One API call. The server's routes, the types of the web client and the OpenAPI document are all made from it. */
export type Endpoint = {
  id: string
  summary: string
  who: Who
  /** May be called also by people who lack this; to all other calls they are nobody. */
  despite?: readonly Lack[]
  /** A dangerous act: the password or a factor must have been given within the last 15 minutes. */
  needsProof?: true
  /** The scope that lets a personal access token make this call; without one, no token may. */
  scope?: TokenScope
  params?: z.ZodType
  query?: z.ZodType
  /** JSON body; calls with `takesFile` take the raw file instead. */
  body?: z.ZodType
  response: z.ZodType
  status?: 200 | 201 | 204
  /** The request body is a file, streamed; its largest size is configured. */
  takesFile?: true
  /** HEAD is answered by the handler too, although it does not only read from the database. */
  answersHead?: true
  /** Responds with bytes of this media type instead of JSON. */
  sends?: string
  /** Where a captcha service is configured, its token must come along, and is checked first. */
  captcha?: true
  /** 'auth': a call of the authentication API. It reads and sets no cookie, and its errors have the form of its clients. */
  errors?: 'auth'
  /** Requests a minute from one IP address, for calls that take a password, a code or an email address. */
  perMinute?: number
}

/** The input and output types of a schema, for callers that do not load zod themselves. */
export type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never
export type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : never

export const endpoint = <const E extends Endpoint>(definition: E): E => definition
