import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { version } from '../version.ts'

type Schema = { properties?: Record<string, unknown>; required?: string[] }

const schemaOf = (type: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'openapi-3.0' })

function parameters(type: z.ZodType | undefined, place: 'path' | 'query') {
  if (!type) return []
  const { properties = {}, required = [] } = schemaOf(type, 'input') as Schema
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function operation(endpoint: Endpoint) {
  const file = { schema: { type: 'string', format: 'binary' } }
  const content = endpoint.takesFile
    ? { 'application/octet-stream': file }
    : endpoint.body && { 'application/json': { schema: schemaOf(endpoint.body, 'input') } }
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: describeWho(endpoint),
    security: endpoint.who === 'public' ? [] : [{ session: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: endpoint.sends
          ? { [endpoint.sends]: file }
          : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

const describeWho = ({ who }: Endpoint): string =>
  who === 'public'
    ? 'Anyone.'
    : who === 'signed-in'
      ? 'Anyone signed in.'
      : `Permission: ${who.join(' or ')}.`

/** The OpenAPI 3.0 document, made from the schemas that parse the requests. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const [method = '', url = ''] = key.split(' ')
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Deedbox', version, license: { name: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'deedbox.session_token' } },
      schemas: {
        Error: {
          type: 'object',
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message', 'requestId'],
              properties: {
                code: { type: 'string' },
                message: { type: 'string' },
                requestId: { type: 'string' },
                fields: { type: 'object', additionalProperties: { type: 'string' } },
                retryAfterMinutes: { type: 'number' },
              },
            },
          },
        },
      },
    },
  }
}

/** The reference as a page, without scripts. */
function referencePage(): string {
  const rows = Object.entries(endpoints).map(([key, endpoint]) => {
    const inputs = [endpoint as Endpoint].flatMap(({ params, query, body }) => [params, query, body])
    const schemas = inputs.flatMap((type) => (type ? [JSON.stringify(schemaOf(type, 'input'), null, 2)] : []))
    return `<section id="${endpoint.id}"><h2>${endpoint.id}</h2><p><code>${key}</code></p><p>${escaped(endpoint.summary)}. ${describeWho(endpoint)}</p>
${schemas.length > 0 ? `<details><summary>Input</summary><pre>${escaped(schemas.join('\n'))}</pre></details>` : ''}</section>`
  })
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Deedbox API</title>
<style>body{font:16px/1.5 system-ui;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1B2A41;background:#FBFAF7}pre{overflow:auto}a{color:#8A5A12}</style></head>
<body><h1>Deedbox API</h1><p>Version ${version}. Also as an <a href="/api/openapi.json">OpenAPI document</a>.</p>${rows.join('\n')}</body></html>`
}

const escaped = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)

/** GET /api/openapi.json and GET /api/docs. Made on request, so that they cost nothing at start. */
export function openApiRoutes(app: FastifyInstance): void {
  app.get('/api/openapi.json', async () => openApiDocument())
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(referencePage()),
  )
}
