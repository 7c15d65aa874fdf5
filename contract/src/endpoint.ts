import type { z } from 'zod'
import type { Proof } from './needs-proof.ts'
import type { Permission } from './permissions.ts'
import type { ErrorCode } from './refusals.ts'

/**
 * Callers that an endpoint admits. 'public': anyone; 'signed-in': any account whose access has not expired; a list: anyone with at least one of these
 * permissions. The handler decides what they may do with a given object.
 */
export type Who = 'public' | 'signed-in' | readonly Permission[]

/** Parts that a person may still lack after the first step of signing in: the code of their factor, or any factor at all. */
export const lacks = ['factor', 'enrolment'] as const
export type Lack = (typeof lacks)[number]

/** Purposes of a personal access token. */
export const tokenScopes = ['read', 'upload', 'share', 'calendar'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** An API call. The server's routes, the types of the web client and the OpenAPI document are all made from it. */
export type Endpoint = Proof & {
  id: string
  summary: string
  who: Who
  /** Parts that callers of this call may still lack; all other calls treat such people as not signed in. */
  despite?: readonly Lack[]
  /** State: the call takes a proof of identity, after which the session continues with a new token only. */
  renews?: true
  /** Scope that lets a personal access token make this call; no token may if it is absent. */
  scope?: TokenScope
  /** State: a personal access token may be its parameter `token` instead of a header, which programs that only take an address do not send. */
  tokenInPath?: true
  params?: z.ZodType
  query?: z.ZodType
  /** Body in JSON; calls with `takesFile` take the raw file instead. */
  body?: z.ZodType
  response: z.ZodType
  status?: 200 | 201 | 204
  /** State: the request body is a streamed file, whose size the configuration limits. */
  takesFile?: true
  /** State: the handler answers HEAD too, although it does more than read from the database. */
  answersHead?: true
  /** Media type of the bytes that it sends instead of JSON. */
  sends?: string
  /**
   * Captcha: where a service is configured, its token is required and checked first. `unless` names values of a query parameter with which this call
   * takes a proof that no robot can invent.
   */
  captcha?: true | { unless: { readonly [parameter: string]: readonly string[] } }
  /** Form of errors; 'auth' is a call of the authentication API, which reads and sets no cookie and answers errors as its clients expect. */
  errors?: 'auth'
  /** Codes with which it refuses for reasons of its own; it may refuse with no other (`refusals.ts` adds those of every call). */
  refuses?: readonly ErrorCode[]
  /** Requests a minute from one IP address, for calls that take a password, a code or an email address. */
  perMinute?: number
  /**
   * Calls a minute by one person, for calls that hand out or take much data or write to other people, so that no robot empties or fills a deployment.
   */
  perPersonMinute?: number
}

/** Input type of a schema, for callers that do not load zod themselves. */
export type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never
export type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : never

export const endpoint = <const E extends Endpoint>(definition: E): E => definition
