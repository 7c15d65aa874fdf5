import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, type ErrorCode, errors } from '@deedbox/contract/refusals.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/errors.ts'

/** Bodies are files or JSON in UTF-8: with other encodings, other letters would be stored than were sent. */
export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Clients of the authentication API name the type also where they send nothing.
    if (body.length === 0) done(null, undefined)
    else if (isUtf8(body)) parseJson(request, body.toString(), done)
    else done(new Refusal('malformed-request'))
  })
}

const codeOf: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
}

/** Answers bytes that are not HTTP or never become a complete request, so that there is nothing to route. */
export function answerParserError(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const code = codeOf[error.code ?? ''] ?? 'malformed-request'
    // The client would take more text for the rest of a response of which part has been sent.
    const answering = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
    if (socket.writable && !answering?.headersSent) socket.write(rawRefusal(code, headers))
    socket.destroySoon()
  }
}

/** Handles requests with an unknown Expect header as usual: Node would answer them itself, without our headers and message. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
}

function rawRefusal(code: ErrorCode, headers: Record<string, string>): string {
  const { status, message } = errors[code]
  const answer: ErrorBody = { error: { code, message, requestId: randomUUID() } }
  const body = JSON.stringify(answer)
  const lines = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`
}
