import { randomUUID } from 'node:crypto'
import { finished, PassThrough, Readable } from 'node:stream'
import { lockedHeader } from '@deedbox/contract/file-key.ts'
import { documentHeader } from '@deedbox/contract/upload-protocol.ts'
import { Server } from '@tus/server'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { fileBody } from '../../kernel/http/register.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findByKey, readMetadata } from './begin.ts'
import type { UploadCall } from './call.ts'
import { type Running, takeOver } from './hold.ts'
import { UploadStore } from './upload-store.ts'

const version = '1.0.0'
export const uploadsPath = '/api/uploads'
/** The headers that the protocol reads. */
const read = ['content-length', 'content-type', 'upload-length', 'upload-offset', 'upload-metadata']
/** The headers that it answers with; all others are ours. */
const answered = ['location', 'tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset']

/** Answers a call of the tus protocol about an upload, or about a new one. */
export async function serveTus(
  services: Services,
  running: Running,
  raw: UploadCall,
  uploadId?: string,
): Promise<FastifyReply> {
  const { request, reply } = raw
  reply.header('tus-resumable', version)
  if (request.headers['tus-resumable'] !== version) {
    reply.header('tus-version', version)
    fileBody(request)?.resume()
    throw new Refusal('upload-version')
  }
  const holder = randomUUID()
  const store = new UploadStore(services, { raw, holder })
  let failure: unknown
  const server = new Server({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    maxSize: services.config.maxUploadBytes,
    // Pages of other sites may not call: the library would allow them.
    allowedOrigins: () => false,
    lockDrainTimeout: 1,
    locker: {
      newLock: (id) => {
        let release: (() => void) | undefined
        return {
          lock: async (_signal, end) => {
            if (store.isNew(id)) return
            release = await takeOver(services.database, running, { id, holder, end: () => void end() })
          },
          unlock: async () => release?.(),
        }
      },
    },
    // A second request to begin the same upload gets the answer of the first.
    namingFunction: async (_request, metadata) => {
      store.metadata = readMetadata(metadata)
      return (await findByKey(raw, store.metadata.key))?.id ?? store.newId()
    },
    onResponseError: (_request, error) => {
      failure = error
      return undefined
    },
  })
  const body = fileBody(request) as Readable | undefined
  const passed = new PassThrough({ highWaterMark: 256 * 1024 })
  // A connection that breaks ends the body early: what has arrived is kept.
  const stopListening = body && finished(body, { writable: false }, (error) => error && passed.end())
  try {
    body?.pipe(passed)
    const answer = await server.handleWeb(toWeb(request, body ? passed : undefined, uploadId))
    if (failure) throw refusalFor(failure, answer.status)
    if (answer.status >= 400) throw refusalOf(answer.status, await answer.text())
    for (const name of answered) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    if (store.documentId) reply.header(documentHeader, store.documentId)
    if (store.locked) reply.header(lockedHeader, 'yes')
    if (store.keptUntil) reply.header('upload-expires', store.keptUntil.toUTCString())
    return reply.code(answer.status).header('cache-control', 'no-store').send()
  } finally {
    stopListening?.()
    // The rest is discarded as it arrives, so that the client can read the answer.
    body?.unpipe(passed)
    body?.resume()
    passed.destroy()
  }
}

function toWeb(request: UploadCall['request'], body: Readable | undefined, uploadId = ''): Request {
  const headers = new Headers({ 'tus-resumable': version })
  for (const name of read) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const { method } = request
  const withBody = body && ['POST', 'PATCH'].includes(method)
  const url = `http://deedbox${uploadsPath}/${uploadId}`
  const stream = withBody ? { body: Readable.toWeb(body), duplex: 'half' as const } : {}
  return new Request(url, { method, headers, ...stream } as RequestInit)
}

function refusalFor(failure: unknown, status: number): unknown {
  if (failure instanceof Error && !('status_code' in failure)) return failure
  const told = z.object({ status_code: z.number(), body: z.string() }).safeParse(failure)
  return told.success ? refusalOf(told.data.status_code, told.data.body) : refusalOf(status, '')
}

/** Returns our refusal for one of the library. */
function refusalOf(status: number, why: string): Refusal {
  if (status === 404 || status === 410) return new Refusal('upload-not-found')
  if (status === 409) return new Refusal('upload-offset')
  if (status === 412) return new Refusal('upload-version')
  if (status === 413) return new Refusal('file-too-large')
  if (status < 500 || status === 501)
    return new Refusal('upload-header', { values: { why: why.trim().slice(0, 200) } })
  return new Refusal('upload-failed')
}
