import { limits } from '@deedbox/contract/limits.ts'
import type { Services } from '../../kernel/services.ts'
import { OutsideError, type Reach, readOutside } from '../../platform/outside.ts'
import type { SignInProvider } from './find.ts'

type Ask = { method?: 'POST'; headers?: Record<string, string>; body?: string }

type Reaching = Pick<Services, 'config' | 'place'>

/** Returns which addresses a provider may have: any that the operator configured, otherwise only public ones. */
export function reachOf(
  { config, place }: Reaching,
  { configured }: Pick<SignInProvider, 'configured'>,
): Reach {
  const own = new URL(place().publicUrl)
  // A deployment for tests and development, which nobody else can reach.
  const loopback = own.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(own.hostname)
  return { anywhere: configured, loopback, networks: config.providerNetworks }
}

/**
 * Reads what is at a provider's address.
 * @throws OutsideError
 */
export async function readText(
  services: Reaching,
  provider: Pick<SignInProvider, 'configured'>,
  address: string,
  ask: Ask = {},
): Promise<string> {
  const { answerBytes: maxBytes, timeoutMs } = limits.providers
  const { status, text } = await readOutside(address, reachOf(services, provider), {
    ...ask,
    maxBytes,
    timeoutMs,
  })
  if (status !== 200) throw new OutsideError(`${address} answers with the status ${status}.`)
  return text
}

/** Reads JSON in the same way. @throws OutsideError */
export async function readJson(...asked: Parameters<typeof readText>): Promise<unknown> {
  const text = await readText(...asked)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new OutsideError(`${asked[2]} does not answer with JSON.`, { cause })
  }
}
