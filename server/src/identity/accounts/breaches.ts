import type * as contract from '@deedbox/contract/accounts.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'

const PATIENCE_MS = 3_000
/** A padded response of the range service has about 40 kB. */
const maxBytes = 256 * 1024

/** Asks the range service for the browser's own check (specification, section 7: password breach service). */
export async function breachRange(
  services: Services,
  { params: { prefix } }: Input<typeof contract.breachRange>,
): Promise<Answer<typeof contract.breachRange>> {
  return { suffixes: await breachedSuffixes(services, prefix, PATIENCE_MS) }
}

/** Finds the breached suffixes of a prefix; null: the range service gave no answer, which counts as not compromised. */
export async function breachedSuffixes(
  { config, logger }: Services,
  prefix: string,
  timeoutMs: number,
): Promise<string[] | null> {
  try {
    const answer = await fetch(config.breachRangeUrl + prefix.toUpperCase(), {
      // Padding hides the number of results from anyone who sees the length of the response.
      headers: { 'add-padding': 'true', 'user-agent': 'Deedbox' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`)
    return suffixes(await bounded(answer.body))
  } catch (error) {
    logger.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the breach lookup failed')
    return null
  }
}

async function bounded(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** Reads lines of `suffix:count`; those with a count of 0 are padding. */
const suffixes = (text: string): string[] =>
  [...text.matchAll(/^([0-9A-F]{35}):0*[1-9]\d*\r?$/gim)].map(([, suffix = '']) => suffix.toUpperCase())
