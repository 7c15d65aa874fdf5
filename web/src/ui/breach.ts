import { limits } from '@deedbox/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../lib/api.ts'

async function sha1(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)))
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

type Breach = 'found' | 'clear' | 'unknown'

/**
 * Looks up whether a password is in known data breaches. Only the first 5 characters of its SHA-1 leave the browser. 'unknown' after any failure, or
 * in a browser without WebCrypto (plain http): that counts as not compromised (specification, section 5).
 */
async function lookUp(password: string, signal?: AbortSignal): Promise<Breach> {
  if (!globalThis.crypto?.subtle) return 'unknown'
  try {
    const hash = await sha1(password)
    const { suffixes } = await call('GET /api/password/breaches/:prefix', {
      params: { prefix: hash.slice(0, 5) },
      ...(signal ? { signal } : {}),
    })
    if (!suffixes) return 'unknown'
    return suffixes.some((suffix) => suffix.toUpperCase() === hash.slice(5)) ? 'found' : 'clear'
  } catch {
    // Stop if the question was unmounted or replaced by a newer one.
    signal?.throwIfAborted()
    return 'unknown'
  }
}

/** Tells whether a password is known to be breached; short ones are not looked up. */
export const isBreached = async (password: string): Promise<boolean> =>
  password.length >= limits.password.signupMin && (await lookUp(password)) === 'found'

/** Checks a password for breaches while it is typed, one second after the typing stops. */
export function useBreachCheck(password: string): 'none' | 'checking' | Breach {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(password), limits.password.breachDebounceMs)
    return () => clearTimeout(timer)
  }, [password])
  const { data } = useQuery({
    queryKey: ['breach', settled],
    queryFn: ({ signal }) => lookUp(settled, signal),
    enabled: settled.length >= limits.password.signupMin,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (password.length < limits.password.signupMin) return 'none'
  if (password !== settled || data === undefined) return 'checking'
  return data
}
