import { tokenScopes } from '@deedbox/contract/endpoint.ts'
import { servedCalls } from '@deedbox/contract/endpoints.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { scopeWords } from '@deedbox/contract/token-scopes.ts'
import { version } from '../../../platform/version.ts'
import { operation } from './operation.ts'
import { otherOperations } from './other-routes.ts'
import { tags } from './tags.ts'

/** Facts of its deployment that the document states. */
export type Deployment = { name: string; supportEmail: string; cookieName: string; authApi: boolean }

const description = `Every call that the screens make, for other software too.

**Signing in.** Send \`Authorization: Bearer …\` with a personal access token (made on the profile page) or an access token of the
authentication API. Browsers use a cookie instead; with the header, cookies are ignored.

**Answers** are JSON, apart from files and pages. Times are ISO 8601 in UTC, days are \`YYYY-MM-DD\` in the deployment's time zone.

**Refusals** are \`{ "error": { "code", "message", "requestId" } }\`; programs decide by \`code\`. \`fields\` has a message for each
invalid input. What somebody may not see does not exist for them: 404.

**Lists** are paged: pass \`nextCursor\` of an answer as \`cursor\` of the next call, until it is null.

**Limits.** A call that is refused with 429 or 503 says in \`Retry-After\` after how many seconds to try again.`

const scopesText = tokenScopes.map((scope) => `- \`${scope}\`: ${scopeWords[scope].means}`).join('\n')

const securitySchemes = (cookieName: string) => ({
  session: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'The session of a browser.' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of the authentication API (`/auth/v1/token`), valid for one hour.',
  },
  personalAccessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'deedbox_pat_…',
    description: `A token that a person made for a program. Its scopes say all that it may do:\n\n${scopesText}`,
  },
  metrics: { type: 'http', scheme: 'bearer', description: 'The `METRICS_TOKEN` of the deployment.' },
})

const error = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(errors), description: 'What programs decide by.' },
        message: { type: 'string', description: 'For people. It may name what is wrong.' },
        requestId: { type: 'string', description: 'Also in the log of the server.' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'A message for each invalid input, by its path.',
        },
        retryAfterMinutes: { type: 'number', description: 'How long a locked sign-in stays locked.' },
      },
    },
  },
}

const authError = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: {
      type: 'string',
      description: 'What programs decide by, as the clients of Supabase Auth know it.',
    },
    message: { type: 'string', description: 'For people.' },
    weak_password: { type: 'object', properties: { reasons: { type: 'array', items: { type: 'string' } } } },
  },
}

const headers = {
  RetryAfter: {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  Challenge: {
    description: 'What is wrong with the token (RFC 6750, section 3).',
    schema: { type: 'string' },
    example: 'Bearer realm="Deedbox", error="invalid_token"',
  },
}

/** Returns the OpenAPI 3.1 document: the table of calls, made from the schemas that parse the requests, and the other routes. */
export function openApiDocument({ name, supportEmail, cookieName, authApi }: Deployment) {
  const paths: Record<string, Record<string, unknown>> = {}
  const add = (path: string, method: string, one: unknown) => {
    const braced = path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}')
    paths[braced] = { ...paths[braced], [method]: one }
  }
  for (const [key, endpoint] of servedCalls(authApi)) {
    const [method = '', path = ''] = key.split(' ')
    add(path, method.toLowerCase(), operation(key, endpoint))
  }
  for (const [path, method, one] of otherOperations()) add(path, method, one)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deedbox',
      version,
      description,
      contact: { name, email: supportEmail },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This deployment' }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: securitySchemes(cookieName),
      schemas: { Error: error, AuthError: authError },
      headers,
    },
  }
}
