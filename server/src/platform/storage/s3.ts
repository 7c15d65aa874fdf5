import { addAbortSignal, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { checkPath, isPath, ObjectExistsError, ObjectMissingError, type Storage } from './storage.ts'

/** Bytes of a part; the least that S3 allows. What is smaller goes up in one request. */
const PART_BYTES = 5 * 1024 * 1024
/** Parts under way at a time; with PART_BYTES it bounds the memory of an upload. */
const PARTS_AT_ONCE = 2

/**
 * Storage in a bucket of S3, or of a service that speaks its protocol and honours `If-None-Match` on writes:
 * `s3://[key:secret@]bucket[/prefix][?endpoint=https://…][&region=…]`. Without a key in the address, credentials come from
 * the standard places of AWS. Uploads that a crash cut off are invisible; a lifecycle rule of the bucket removes them.
 */
export function openS3Storage(storageUrl: string): Storage {
  const { bucket, root, client, description } = connect(storageUrl)
  const keyOf = (path: string): string => {
    checkPath(path)
    return root + path
  }

  return {
    async put(path, content) {
      let bytes = 0
      const counted = async function* () {
        for await (const chunk of content) {
          bytes += chunk.length
          yield chunk
        }
      }
      const body = Readable.from(counted(), { objectMode: false })
      try {
        await new Upload({
          client,
          // Sent with the request that makes the object appear: the only one, or the one that completes the parts.
          params: { Bucket: bucket, Key: keyOf(path), Body: body, IfNoneMatch: '*' },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        }).done()
        return { bytes }
      } catch (error) {
        if (content instanceof Readable) content.destroy()
        throw hasStatus(error, 412, 409) ? new ObjectExistsError(path, { cause: error }) : error
      } finally {
        body.destroy()
      }
    },

    async open(path, { signal } = {}) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(path) })
      const { Body } = await client
        .send(command, signal && { abortSignal: signal })
        .catch((error: unknown) => {
          throw hasStatus(error, 404) ? new ObjectMissingError(path, { cause: error }) : error
        })
      if (!(Body instanceof Readable)) throw new ObjectMissingError(path)
      return signal ? addAbortSignal(signal, Body) : Body
    },

    async remove(path) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(path) }))
    },

    async *list(prefix = '') {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: root + prefix })) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          const path = Key?.slice(root.length)
          // Whatever else the bucket holds is not ours.
          if (path === undefined || !isPath(path) || Size === undefined || !LastModified) continue
          yield { path, bytes: Size, modifiedAt: LastModified }
        }
      }
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },

    describe: () => description,
  }
}

function connect(storageUrl: string) {
  const url = new URL(storageUrl)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const region = url.searchParams.get('region') ?? 'ap-southeast-2'
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  const config: S3ClientConfig = {
    region,
    // Content is authenticated by its encryption; further checksums only exclude other services.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
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
    description: `bucket ${url.hostname}${prefix && `/${prefix}`} at ${endpoint ? new URL(endpoint).host : `S3 in ${region}`}`,
  }
}

const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0)
