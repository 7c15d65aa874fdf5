import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import { errorHandler } from './error-handler.ts'

const second = 1_000

/** Milliseconds that slow clients may take; `leastBytes` in bytes. */
export const clientLimits = {
  /** The headers of a request, and the first request of a connection. */
  headers: 20 * second,
  /** The whole of a body that is not a file. */
  body: 15 * second,
  /** A file without a single new byte. */
  silence: 30 * second,
  /** A file must bring at least `leastBytes` in each such period: 100 MB may take a day. */
  stretch: 60 * second,
  leastBytes: 64 * 1024,
  /** A connection without any traffic, such as a download that nobody reads. */
  stalled: 5 * 60 * second,
}
export type ClientLimits = typeof clientLimits

/** Closes connections that send their headers slowly, and those without any traffic. */
export function limitConnections(server: Server, { headers, stalled }: ClientLimits): void {
  server.headersTimeout = headers
  server.timeout = stalled
}

/** Ends requests whose bodies arrive too slowly or not at all with 408; if already answered, only the connection is closed. */
export function watchBodies(app: FastifyInstance, limits: ClientLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    if (coding !== undefined || Number(length ?? 0) > 0) watch(request, reply, limits)
  })
}

function watch(request: FastifyRequest, reply: FastifyReply, limits: ClientLimits): void {
  const { raw } = request
  const { socket } = raw
  // Requests that tests make without a network have no connection to close.
  if (!(socket instanceof Socket)) return
  const slow = request.routeOptions.config.takesFile ? fileWatch(request, limits) : bodyWatch(limits)
  const every = Math.min(limits.body, limits.silence, limits.stretch) / 10
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer)
    if (!slow(Date.now())) return
    clearInterval(timer)
    if (reply.sent) return socket.destroy()
    // The connection ends whatever reads the body, once the response has been sent.
    reply.raw.once('finish', () => socket.destroySoon())
    reply.header('connection', 'close')
    errorHandler(new Refusal('request-too-slow'), request, reply)
  }, every).unref()
  raw.once('end', () => clearInterval(timer))
}

function bodyWatch({ body }: ClientLimits) {
  const end = Date.now() + body
  return (now: number) => now >= end
}

function fileWatch({ raw }: FastifyRequest, { silence, stretch, leastBytes }: ClientLimits) {
  const { socket } = raw
  let lastProgress = { at: Date.now(), bytes: socket.bytesRead }
  let stretchStart = lastProgress
  return (now: number): boolean => {
    const current = { at: now, bytes: socket.bytesRead }
    // Bytes that still wait to be read say that the store is slow and not the client.
    if (raw.readableLength > 0) stretchStart = lastProgress = current
    if (current.bytes > lastProgress.bytes) lastProgress = current
    if (now - lastProgress.at >= silence) return true
    if (now - stretchStart.at < stretch) return false
    const tooFew = current.bytes - stretchStart.bytes < leastBytes
    stretchStart = current
    return tooFew
  }
}
