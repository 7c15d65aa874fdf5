import { createHmac, randomBytes } from 'node:crypto'
import { hourMs } from '@deedbox/contract/durations.ts'
import { fileKeyHeader, fileKeyHours } from '@deedbox/contract/file-key.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../kernel/services.ts'
import { MasterKeyError } from '../../platform/encryption/keys.ts'
import { seal, unseal } from '../../platform/encryption/sealed.ts'
import { ContentDamagedError } from '../../platform/encryption/stream.ts'

/** Key of names in memory, of this process only. */
const ownKey = randomBytes(32)

const about = (personId: string, fileId: string) => `the password of ${fileId} for ${personId}`

/**
 * Makes the key that a reader's browser keeps: the password, sealed for this person, this file and so many hours. The server keeps nothing of it.
 */
export const makeFileKey = (
  { keyring }: Pick<Services, 'keyring'>,
  reader: { actor: { id: string }; now: Date },
  fileId: string,
  password: string,
): string => {
  const until = reader.now.getTime() + fileKeyHours * hourMs
  return seal(keyring, about(reader.actor.id, fileId), JSON.stringify({ password, until }))
}

/** Reads the password from the key that a request brings; undefined if there is none that is good here. */
export function passwordIn(
  { keyring }: Pick<Services, 'keyring'>,
  reader: { actor: { id: string }; now: Date; request: Pick<FastifyRequest, 'headers'> },
  fileId: string,
): string | undefined {
  const key = reader.request.headers[fileKeyHeader]
  if (typeof key !== 'string') return undefined
  try {
    const { password, until } = JSON.parse(unseal(keyring, about(reader.actor.id, fileId), key))
    return until > reader.now.getTime() ? password : undefined
  } catch (error) {
    if (error instanceof ContentDamagedError || error instanceof MasterKeyError) return undefined
    throw error
  }
}

/** Names a file for the renderer: opened with a password it is another one, so that its pages in memory are only for who knows it. */
export const sourceId = (fileId: string, password: string | undefined): string =>
  password === undefined
    ? fileId
    : `${fileId} ${createHmac('sha256', ownKey).update(password).digest('base64url')}`
