import { createHash, randomUUID } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { PROBE, ProbeError } from './probe.ts'
import {
  checkPath,
  isPath,
  MARK,
  ObjectDiffersError,
  ObjectExistsError,
  ObjectMissingError,
  PARTS,
  QUARANTINE,
  type Storage,
  type StoredObject,
} from './storage.ts'

// Starts with a dot, which no path may, so that it is never mistaken for an object.
const PROBES = '.probe/'
/** Bytes of a part, the minimum that S3 allows. Smaller content is sent in one request. */
const PART_BYTES = 5 * 1024 * 1024
/** Parts sent at a time; with PART_BYTES this bounds the memory of an upload. */
const PARTS_AT_ONCE = 2
/** Number of times that a request is sent in all, when the service fails it or does not answer. */
export const ATTEMPTS = 3
/**
 * Milliseconds in which a connection may bring nothing. A write in parts that gets no answer is taken back, so its caller waits for twice
 * ATTEMPTS of them: less than the 75 seconds after which everybody has their answer.
 */
export const SILENCE_MS = 11_000

/**
 * Opens storage in a bucket of S3, or of a service that speaks its protocol: `s3://[key:secret@]bucket[/prefix][?endpoint=…][&region=…]`;
 * without a key in it, credentials come from the standard places of AWS. Writes carry `If-None-Match`; to a service that refuses it
 * (OpenStack Swift), they go without it after asking whether the key exists. That, and a service that ignores it, may overwrite what another
 * server writes at the same moment, so a path must never be used twice. A rule of the bucket removes uploads that a crash cut off.
 */
export function openS3Storage(storageUrl: string, silenceMs = SILENCE_MS): Storage {
  const { bucket, root, client, description, isAws } = connect(storageUrl, silenceMs)
  const keyOf = (path: string): string => {
    checkPath(path)
    return root + path
  }

  const under = (folder: string) => (path: string) => {
    checkPath(path)
    return root + folder + path
  }
  const inQuarantine = under(QUARANTINE)
  const inParts = under(PARTS)

  /** Reads the content of a key, or null. */
  async function read(key: string, signal?: AbortSignal): Promise<Readable | null> {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key })
    try {
      const { Body } = await client.send(command, signal && { abortSignal: signal })
      return Body instanceof Readable ? Body : null
    } catch (error) {
      if (hasStatus(error, 404)) return null
      throw error
    }
  }

  let conditions = isAws ? Promise.resolve(true) : undefined
  /** Tells whether the service takes conditional writes at all. It asks with the first write, before content is on its way. */
  const takesConditions = (): Promise<boolean> => {
    const ask = async () => {
      const Key = `${root}${PROBES}${randomUUID()}`
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: PROBE, IfNoneMatch: '*' }))
      } catch (error) {
        if (hasStatus(error, 501)) return false
        // The first answer was lost, and the second says that the object is there: so it was asked.
        if (!isTaken(error)) throw error
      }
      await remove(Key)
      return true
    }
    conditions ??= ask().catch((error: unknown) => {
      conditions = undefined
      throw error
    })
    return conditions
  }

  /** Returns what is sent with a write that must overwrite nothing. @throws {@link ObjectExistsError} */
  async function unlessTaken(key: string): Promise<{ IfNoneMatch?: '*' }> {
    if (await takesConditions()) return { IfNoneMatch: '*' }
    if (await exists(key)) throw new ObjectExistsError(key.slice(root.length))
    return {}
  }

  async function exists(key: string): Promise<boolean> {
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
      return true
    } catch (error) {
      if (hasStatus(error, 404)) return false
      throw error
    }
  }

  /** Writes the content under a key, in parts if it is large. Throws an error that `isTaken` knows if the key exists already. */
  async function write(key: string, content: AsyncIterable<Buffer> | Readable): Promise<{ bytes: number }> {
    let bytes = 0
    const hash = createHash('sha256')
    const counted = async function* () {
      for await (const chunk of content) {
        bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    }
    const condition = await unlessTaken(key)
    const body = Readable.from(counted(), { objectMode: false })
    try {
      await new Upload({
        client,
        // The condition goes with the request that makes the object appear: the only one, or the one that completes the parts.
        params: { Bucket: bucket, Key: key, Body: body, ...condition },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      }).done()
      return { bytes }
    } catch (error) {
      // The service stored it, but its answer was lost, and it refused the same request when that was sent again.
      if (mayBeStored(error) && (await digest(key)) === hash.digest('hex')) return { bytes }
      throw error
    } finally {
      body.destroy()
    }
  }

  async function digest(key: string): Promise<string | null> {
    const content = await read(key)
    if (!content) return null
    const hash = createHash('sha256')
    for await (const chunk of content) hash.update(chunk)
    return hash.digest('hex')
  }

  const remove = async (key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  }

  /** Copies an object and verifies the copy by reading it; an existing one must be the same. */
  async function copy(path: string, from: string, to: string): Promise<void> {
    const source = await digest(from)
    if (source === null) throw new ObjectMissingError(path)
    if ((await digest(to)) === null) {
      const content = await read(from)
      if (!content) throw new ObjectMissingError(path)
      await write(to, content).catch((error: unknown) => {
        if (!isTaken(error)) throw error
      })
    }
    if ((await digest(to)) !== source) throw new ObjectDiffersError(path)
  }

  async function* list(folder: string, prefix: string): AsyncGenerator<StoredObject> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder + prefix })) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const path = Key?.slice(folder.length)
        // Objects of others in the bucket are not ours.
        if (path === undefined || !isPath(path) || Size === undefined || !LastModified) continue
        yield { path, bytes: Size, modifiedAt: LastModified }
      }
    }
  }

  const put = async (path: string, key: string, content: AsyncIterable<Buffer> | Readable) => {
    try {
      return await write(key, content)
    } catch (error) {
      if (content instanceof Readable) content.destroy()
      throw isTaken(error) ? new ObjectExistsError(path, { cause: error }) : error
    }
  }
  const open = async (path: string, keys: string[], signal?: AbortSignal): Promise<Readable> => {
    for (const key of keys) {
      const content = await read(key, signal)
      if (content) return signal ? addAbortSignal(signal, content) : content
    }
    throw new ObjectMissingError(path)
  }

  return {
    put: async (path, content) => put(path, keyOf(path), content),
    open: async (path, { signal } = {}) => open(path, [keyOf(path), inQuarantine(path)], signal),

    remove: async (path) => remove(keyOf(path)),

    has: async (path) => exists(keyOf(path)),

    list: (prefix = '') => list(root, prefix),

    quarantine: {
      async add(path) {
        await copy(path, keyOf(path), inQuarantine(path))
        await remove(keyOf(path))
      },
      restore: async (path) => copy(path, inQuarantine(path), keyOf(path)),
      remove: async (path) => remove(inQuarantine(path)),
      list: () => list(root + QUARANTINE, ''),
    },

    parts: {
      put: async (name, content) => put(name, inParts(name), content),
      open: async (name, { signal } = {}) => open(name, [inParts(name)], signal),
      remove: async (name) => remove(inParts(name)),
      list: (prefix = '') => list(root + PARTS, prefix),
    },
    hasRoomFor: () => true,

    async readMark() {
      const content = await read(root + MARK)
      return content && (await buffer(content)).toString().trim()
    },

    async writeMark(id, { replace }) {
      const key = root + MARK
      if (!replace && (await read(key))) return
      try {
        const condition = replace ? {} : await unlessTaken(key)
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: `${id}\n`, ...condition }))
      } catch (error) {
        if (!isTaken(error)) throw error
      }
    },

    // The parts of an interrupted upload are never listed; a lifecycle rule of the bucket removes them.
    async removeUnfinished(before) {
      for await (const { path, modifiedAt } of list(root + PROBES, ''))
        if (modifiedAt < before) await remove(root + PROBES + path)
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },

    async probe() {
      const key = root + PROBES + randomUUID()
      try {
        await write(key, Readable.from([Buffer.from(PROBE)]))
        const content = await read(key)
        if (!content || (await buffer(content)).toString() !== PROBE) throw new ProbeError()
      } finally {
        await remove(key)
      }
    },

    describe: () => description,
  }
}

function connect(storageUrl: string, silenceMs: number) {
  const url = new URL(storageUrl)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const region = url.searchParams.get('region') ?? 'ap-southeast-2'
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  const config: S3ClientConfig = {
    region,
    // The encryption authenticates content; further checksums would only exclude some services.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: silenceMs },
  }
  if (endpoint !== undefined) Object.assign(config, { endpoint, forcePathStyle: true })
  if (url.username !== '') {
    const [accessKeyId, secretAccessKey] = [
      decodeURIComponent(url.username),
      decodeURIComponent(url.password),
    ]
    config.credentials = { accessKeyId, secretAccessKey }
  }
  return {
    bucket: url.hostname,
    root: prefix === '' ? '' : `${prefix}/`,
    client: new S3Client(config),
    isAws: endpoint === undefined,
    description: `bucket ${url.hostname}${prefix && `/${prefix}`} at ${endpoint ? new URL(endpoint).host : `S3 in ${region}`}`,
  }
}

const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0)

/** Tells whether an earlier try of a refused write, whose answer was lost, may have stored the object. */
const mayBeStored = (error: unknown): boolean =>
  hasStatus(error, 412, 409, 404) && ((error as S3ServiceException).$metadata.attempts ?? 1) > 1

/** Tells whether an error is the answer to a write with `If-None-Match` when there is an object already. */
const isTaken = (error: unknown): boolean => error instanceof ObjectExistsError || hasStatus(error, 412, 409)
