import type { ErrorCode } from '@deedbox/contract/refusals.ts'
import { refused } from './operation.ts'
import type { Schema } from './schemas.ts'
import { tagOf } from './tags.ts'

type Content = Record<string, { schema: Schema; example?: unknown }>

/** A call that is no part of the contract's table: for browsers on their way, for machines that watch. */
type Other = {
  key: string
  id: string
  summary: string
  description: string
  /** Answers by status. */
  answers: Record<string, { description: string; content?: Content }>
  refuses: readonly ErrorCode[]
  /** An example of each parameter. */
  query?: Record<string, string>
  security?: Record<string, string[]>[]
}

const json = (example: object): Content => ({ 'application/json': { schema: { type: 'object' }, example } })
const text = (type: string): Content => ({ [type]: { schema: { type: 'string' } } })
const page: readonly ErrorCode[] = ['wrong-origin', 'address-too-long', 'unexpected']
/** Describes an answer that only leads a browser on: there is no other. */
const ledOn = (description: string) => ({ 302: { description }, default: { description: 'Refused' } })

const others: Other[] = [
  {
    key: 'GET /api/health',
    id: 'getHealth',
    summary: 'Whether this server works',
    description: 'For load balancers. It names no person and no document.',
    answers: {
      200: {
        description: 'It works',
        content: json({ status: 'ok', version: '0.1.0', database: 'ok', storage: 'ok', auditTrail: 'owner' }),
      },
      503: {
        description: 'A part has failed or is full, or this server is stopping',
        content: json({ status: 'unavailable', database: 'failed', storage: 'ok', auditTrail: 'owner' }),
      },
    },
    refuses: ['headers-too-large'],
  },
  ...['/api/uploads', '/api/uploads/:uploadId'].map((path, at) => ({
    key: `OPTIONS ${path}`,
    id: `describe${at === 0 ? 'Uploads' : 'Upload'}`,
    summary: 'What is served of the tus protocol',
    description: 'The headers `Tus-Version`, `Tus-Extension` and `Tus-Max-Size`.',
    answers: { 204: { description: 'In the headers' } },
    refuses: ['headers-too-large'] as const,
  })),
  {
    key: 'GET /metrics',
    id: 'getMetrics',
    summary: 'Figures for Prometheus',
    description: 'Where the deployment has no token for it, the address does not exist.',
    security: [{ metrics: [] }],
    answers: { 200: { description: 'The figures', content: text('text/plain') } },
    refuses: ['not-signed-in', 'not-found'],
  },
  {
    key: 'GET /api/openapi.json',
    id: 'getOpenApi',
    summary: 'This document',
    description: 'Made from the schemas that parse the requests.',
    answers: {
      200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
    },
    refuses: page,
  },
  {
    key: 'GET /api/docs',
    id: 'getDocs',
    summary: 'This document as a page',
    description: 'Without scripts. With a tag only the calls of that part.',
    query: { tag: 'Documents' },
    answers: { 200: { description: 'A page', content: text('text/html') } },
    refuses: page,
  },
  {
    key: 'GET /api/oauth/start',
    id: 'startOauth',
    summary: 'Begin to sign in with the configured OpenID provider',
    description: 'For browsers: leads to the provider.',
    answers: ledOn('To the provider, or to /login'),
    refuses: [...page, 'too-many-requests'],
  },
  {
    key: 'GET /api/oauth/callback',
    id: 'finishOauth',
    summary: 'Where the OpenID provider sends the browser back to',
    description: 'Signs in and leads to the dashboard, or to /login with the reason.',
    query: { code: 'a1b2c3', state: 'd4e5f6' },
    answers: ledOn('To /dashboard, or to /login'),
    refuses: [...page, 'too-many-requests'],
  },
]

/** The names of these calls, as in the contract's table. */
export const otherKeys = others.map(({ key }) => key)

/** Returns the operations of these calls by path and method. */
export const otherOperations = (): [path: string, method: string, operation: object][] =>
  others.map(({ key, id, summary, description, answers, refuses, query = {}, security = [] }) => {
    const [method = '', path = ''] = key.split(' ')
    const parameters = [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ name, in: 'path', required: true })),
      ...Object.keys(query).map((name) => ({ name, in: 'query', required: false })),
    ].map((parameter) => ({
      ...parameter,
      schema: { type: 'string' },
      ...(query[parameter.name] && { example: query[parameter.name] }),
    }))
    const responses = { ...answers, ...refused(refuses) }
    return [
      path,
      method.toLowerCase(),
      { operationId: id, tags: [tagOf(path)], summary, description, security, parameters, responses },
    ]
  })
