import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/providers.ts'
import { readBody } from '../../kernel/http/body.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { fileBody } from '../../kernel/http/register.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { OutsideError } from '../../platform/outside.ts'
import { endsOf } from './certificates.ts'
import { readText } from './reach.ts'

/**
 * Reads what the metadata of an identity provider says, to fill in the form; nothing is stored.
 * @throws Refusal saml-metadata, request-too-large.
 */
export async function readSamlMetadata(
  services: Services,
  raw: Raw<typeof contract.readSamlMetadata>,
  { query: { url } }: Input<typeof contract.readSamlMetadata>,
): Promise<Answer<typeof contract.readSamlMetadata>> {
  const sent = await readBody(fileBody(raw.request), limits.providers.answerBytes)
  if (!sent) throw new Refusal('request-too-large')
  const text = url ? await fetched(services, url) : sent.toString()
  const { readMetadata } = await import('./saml-metadata.ts')
  const details = readMetadata(text)
  return { ...details, certificateEnds: endsOf(details.certificates) }
}

const fetched = (services: Services, url: string) =>
  readText(services, { configured: false }, url, {
    headers: { accept: 'application/samlmetadata+xml' },
  }).catch((cause: unknown) => {
    if (cause instanceof OutsideError)
      throw new Refusal('saml-metadata', { values: { why: cause.message }, cause })
    throw cause
  })
