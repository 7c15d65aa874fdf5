import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Signed = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  signedHeaders: readonly string[]
  body: Buffer
}
type Scope = { date: string; region: string; service: string }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

/** Returns the signature of a request (AWS Signature Version 4), by AWS's description of it. */
export function signatureV4(request: Signed, scope: Scope, secretKey: string): string {
  const { method, path, query, headers, signedHeaders, body } = request
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`)
  const canonical = [method, path, query, lines.join(''), signedHeaders.join(';'), sha256(body)].join('\n')
  const credential = `${scope.date}/${scope.region}/${scope.service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], credential, sha256(canonical)].join('\n')
  const key = [scope.date, scope.region, scope.service, 'aws4_request'].reduce<Buffer | string>(
    (parent, part) => hmac(parent, part),
    `AWS4${secretKey}`,
  )
  return hmac(key, toSign).toString('hex')
}

/** The fault that the server answers with: a name of KMS's errors, or no answer. */
type Fault = string | 'silent'
type Body = {
  KeyId?: string
  KeySpec?: string
  CiphertextBlob?: string
  EncryptionContext?: Record<string, string>
}

const nonceBytes = 12
const tagBytes = 16
const textOf = (context: Body['EncryptionContext']) => JSON.stringify(Object.entries(context ?? {}).sort())

/**
 * Starts a small AWS KMS on loopback for tests: GenerateDataKey and Decrypt of symmetric keys over its JSON protocol 1.1, with signatures checked
 * and the errors that AWS documents.
 */
export async function startKmsServer(arns: readonly string[]) {
  const accessKeyId = 'AKIDEXAMPLE'
  const secretAccessKey = randomBytes(20).toString('hex')
  const keys = new Map(arns.map((arn) => [arn, randomBytes(32)]))
  const requests: string[] = []
  /** Fault of a request by its operation. */
  const faults: { of: (operation: string) => Fault | undefined } = { of: () => undefined }

  /** Tells whether the request carries the right signature. */
  function isSigned(request: IncomingMessage, body: Buffer): boolean {
    const { authorization = '' } = request.headers
    const parts =
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/([^/]+)\/(kms)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        authorization,
      )
    if (!parts) return false
    const [, date = '', region = '', service = '', names = '', signature] = parts
    const signedHeaders = names.split(';')
    const needed = ['host', 'x-amz-date', 'x-amz-target']
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const { method = '', url: path = '' } = request
    const signed = { method, path, query: '', headers, signedHeaders, body }
    return (
      needed.every((name) => signedHeaders.includes(name)) &&
      signatureV4(signed, { date, region, service }, secretAccessKey) === signature
    )
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request)
    const [, operation = ''] = /^TrentService\.(\w+)$/.exec(String(request.headers['x-amz-target'])) ?? []
    requests.push(operation)
    const send = (status: number, content: unknown) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(content))
    }
    const fail = (name: string) => send(400, { __type: name, message: `${name} of the test` })
    const fault = faults.of(operation)
    if (fault === 'silent') return
    if (fault) return fail(fault)
    if (request.headers['content-type'] !== 'application/x-amz-json-1.1')
      return fail('SerializationException')
    if (!isSigned(request, bytes)) return fail('InvalidSignatureException')
    const { KeyId = '', KeySpec, CiphertextBlob = '', EncryptionContext } = JSON.parse(String(bytes)) as Body
    const key = keys.get(KeyId)
    if (!key) return fail('NotFoundException')
    const aad = Buffer.from(textOf(EncryptionContext))
    if (operation === 'GenerateDataKey' && KeySpec === 'AES_256') {
      const plain = randomBytes(32)
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
      const blob = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return send(200, {
        KeyId,
        Plaintext: plain.toString('base64'),
        CiphertextBlob: blob.toString('base64'),
      })
    }
    if (operation !== 'Decrypt') return fail('UnknownOperationException')
    const blob = Buffer.from(CiphertextBlob, 'base64')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, nonceBytes)).setAAD(aad)
      decipher.setAuthTag(blob.subarray(-tagBytes))
      const plain = Buffer.concat([decipher.update(blob.subarray(nonceBytes, -tagBytes)), decipher.final()])
      return send(200, { KeyId, Plaintext: plain.toString('base64') })
    } catch {
      return fail('InvalidCiphertextException')
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    faults,
    /** Environment of a process that uses it. */
    env: {
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
