import { limits } from '@deedbox/contract/limits.ts'
import { OutsideError, readOutside } from '../platform/outside.ts'
import type { Services } from '../services.ts'
import type { SignInProvider } from './find.ts'

type Ask = { method?: 'POST'; headers?: Record<string, string>; body?: string }

type Reaching = Pick<Services, 'config' | 'place'>

/**
 * Reads what is at a provider's address: at any address that the operator configured, otherwise only at public ones.
 * @throws OutsideError
 */
export async function readText(
  { config, place }: Reaching,
  { configured }: Pick<SignInProvider, 'configured'>,
  address: string,
  ask: Ask = {},
): Promise<string> {
  const own = new URL(place().publicUrl)
  // A deployment for tests and development, which nobody else can reach.
  const loopback = own.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(own.hostname)
  const reach = { anywhere: configured, loopback, networks: config.providerNetworks }
  const { answerBytes: maxBytes, timeoutMs } = limits.providers
  const { status, text } = await readOutside(address, reach, { ...ask, maxBytes, timeoutMs })
  if (status !== 200) throw new OutsideError(`${address} answers with the status ${status}.`)
  return text
}

/** The same for JSON. @throws OutsideError */
export async function readJson(...asked: Parameters<typeof readText>): Promise<unknown> {
  const text = await readText(...asked)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OutsideError(`${asked[2]} does not answer with JSON.`, { cause })
  }
}
