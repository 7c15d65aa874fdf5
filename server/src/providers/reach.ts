import { limits } from '@deedbox/contract/limits.ts'
import { OutsideError, readOutside } from '../platform/outside.ts'
import type { Services } from '../services.ts'
import type { SignInProvider } from './find.ts'

type Ask = { method?: 'POST'; headers?: Record<string, string>; body?: string }

/**
 * Reads JSON from a provider: from any address that the operator configured, otherwise only from public ones.
 * @throws OutsideError
 */
export async function readJson(
  { config, place }: Pick<Services, 'config' | 'place'>,
  { configured }: Pick<SignInProvider, 'configured'>,
  address: string,
  ask: Ask = {},
): Promise<unknown> {
  const own = new URL(place().publicUrl)
  // A deployment for tests and development, which nobody else can reach.
  const loopback = own.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(own.hostname)
  const reach = { anywhere: configured, loopback, networks: config.providerNetworks }
  const { answerBytes: maxBytes, timeoutMs } = limits.providers
  const { status, text } = await readOutside(address, reach, { ...ask, maxBytes, timeoutMs })
  if (status !== 200) throw new OutsideError(`${address} answers with the status ${status}.`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OutsideError(`${address} does not answer with JSON.`, { cause })
  }
}
