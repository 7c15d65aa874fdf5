import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import { errorHandler } from './error-handler.ts'

const second = 1_000

/** How long clients may take. Milliseconds; bytes where named. */
export const clientLimits = {
  /** The headers of a request, and the first request of a connection. */
  headers: 20 * second,
  /** A body that is not a file, whole. */
  body: 15 * second,
  /** A file of which not one byte comes. */
  silence: 30 * second,
  /** A file comes with at least `leastBytes` in each such stretch: 100 MB may take a day. */
  stretch: 60 * second,
  leastBytes: 64 * 1024,
  /** A connection on which nothing moves either way, a download that nobody reads for one. */
  stalled: 5 * 60 * second,
}
export type ClientLimits = typeof clientLimits

/** Ends connections that send their headers slowly, and those on which nothing moves. */
export function limitConnections(server: Server, { headers, stalled }: ClientLimits): void {
  server.headersTimeout = headers
  server.timeout = stalled
}

/** Ends requests whose bodies come too slowly, or never, with 408; one that has been answered just loses its connection. */
export function watchBodies(app: FastifyInstance, limits: ClientLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    if (coding !== undefined || Number(length ?? 0) > 0) watch(request, reply, limits)
  })
}

function watch(request: FastifyRequest, reply: FastifyReply, limits: ClientLimits): void {
  const { raw } = request
  const { socket } = raw
  // Requests that tests make without a network have no connection to end.
  if (!(socket instanceof Socket)) return
  const slow = request.routeOptions.config.takesFile ? fileWatch(request, limits) : bodyWatch(limits)
  const every = Math.min(limits.body, limits.silence, limits.stretch) / 10
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer)
    if (!slow(Date.now())) return
    clearInterval(timer)
    if (reply.sent) return socket.destroy()
    // What reads the body hears of the end of the connection, once the answer has gone.
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
  let heard = { at: Date.now(), bytes: socket.bytesRead }
  let stretchStart = heard
  return (now: number): boolean => {
    const here = { at: now, bytes: socket.bytesRead }
    // What has come and waits to be read: then it is the store that is slow.
    if (raw.readableLength > 0) stretchStart = heard = here
    if (here.bytes > heard.bytes) heard = here
    if (now - heard.at >= silence) return true
    if (now - stretchStart.at < stretch) return false
    const few = here.bytes - stretchStart.bytes < leastBytes
    stretchStart = here
    return few
  }
}
