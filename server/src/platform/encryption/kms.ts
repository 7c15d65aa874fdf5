import { DecryptCommand, GenerateDataKeyCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms'
import { StartFault } from '../errors.ts'
import { kmsRegion } from './kms-name.ts'

/** Number of times that a request is sent in all, and milliseconds in which each must be answered. */
const attempts = 3
const ANSWER_MS = 5_000
const keyBytes = 32

/** Reasons why KMS gives no key, in words for the operator, by the names of its errors. */
const reasons: Record<string, string> = {
  AccessDeniedException:
    'these credentials may not use it. Allow kms:GenerateDataKey and kms:Decrypt for them.',
  NotFoundException: 'there is no such key in this account and region.',
  DisabledException: 'it is disabled.',
  KMSInvalidStateException: 'it is being deleted, or cannot be used in its state.',
  InvalidCiphertextException: 'the master key that the database keeps was not encrypted for this deployment.',
  IncorrectKeyException: 'the master key that the database keeps was encrypted by another key.',
  InvalidKeyUsageException: 'it is not a symmetric key for encryption.',
  UnrecognizedClientException: 'AWS does not know these credentials.',
  InvalidSignatureException: 'AWS does not accept the signature: check the secret key and the clock.',
  ExpiredTokenException: 'the credentials have expired.',
  CredentialsProviderError: 'there are no credentials for AWS here.',
  ThrottlingException: 'it is asked too often. Try again in a minute.',
}

/** A master key (32 bytes) as it is used, and as the database keeps it, encrypted by KMS, both in base64. */
export type KmsKey = { key: string; blob: string }

/**
 * Opens a symmetric key of AWS KMS. Credentials come from the standard places of AWS; `AWS_ENDPOINT_URL_KMS` names another address. `deployment`:
 * its id, the encryption context, so that what was encrypted for one deployment opens in no other.
 */
export function openKms(arn: string, deployment: string, answerMs = ANSWER_MS) {
  const about = { KeyId: arn, EncryptionContext: { 'deedbox-deployment': deployment } }
  const fault = (why: string, cause?: unknown) =>
    new StartFault(`The key ${arn} of AWS KMS gives no master key: ${why}`, { cause })

  async function ask<T extends { Plaintext?: Uint8Array | undefined }>(
    send: (client: KMSClient) => Promise<T>,
  ): Promise<T & { key: string }> {
    const client = new KMSClient({
      region: kmsRegion(arn),
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: answerMs, socketTimeout: answerMs },
    })
    try {
      const answer = await send(client)
      if (answer.Plaintext?.length !== keyBytes) throw fault('its answer holds no key.')
      return { ...answer, key: Buffer.from(answer.Plaintext).toString('base64') }
    } catch (error) {
      throw error instanceof StartFault ? error : fault(reasonOf(error), error)
    } finally {
      client.destroy()
    }
  }

  /** Decrypts a master key that `make` made. @throws StartFault */
  async function open(blob: string): Promise<string> {
    const command = new DecryptCommand({ ...about, CiphertextBlob: Buffer.from(blob, 'base64') })
    return (await ask((client) => client.send(command))).key
  }

  /** Makes a new master key, and tries that KMS gives it back: the next start needs that. @throws StartFault */
  async function make(): Promise<KmsKey> {
    const command = new GenerateDataKeyCommand({ ...about, KeySpec: 'AES_256' })
    const { key, CiphertextBlob } = await ask((client) => client.send(command))
    const blob = Buffer.from(CiphertextBlob ?? []).toString('base64')
    if ((await open(blob)) !== key) throw fault('it does not decrypt what it encrypted.')
    return { key, blob }
  }

  return { make, open }
}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  const known = Object.hasOwn(reasons, name) ? reasons[name] : undefined
  if (known) return known
  return error instanceof KMSServiceException
    ? `it answered ${name}.`
    : `it was not reached (${error instanceof Error && 'code' in error ? error.code : name}).`
}
