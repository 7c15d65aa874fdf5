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

/**
 * Whether a password is in known data breaches. Only the first 5 characters of its SHA-1 leave the browser; any
 * failure, or a browser without WebCrypto (plain http), counts as not compromised (specification, section 5).
 */
export async function isBreached(password: string, signal?: AbortSignal): Promise<boolean> {
  if (password.length < limits.password.signupMin || !globalThis.crypto?.subtle) return false
  try {
    const hash = await sha1(password)
    const { suffixes } = await call('GET /api/password/breaches/:prefix', {
      params: { prefix: hash.slice(0, 5) },
      ...(signal ? { signal } : {}),
    })
    return suffixes.some((suffix) => suffix.toUpperCase() === hash.slice(5))
  } catch {
    return false
  }
}

/** The breach check of a password while it is typed, one second after the typing stops. */
export function useBreachCheck(password: string): 'none' | 'checking' | 'found' | 'clear' {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(password), limits.password.breachDebounceMs)
    return () => clearTimeout(timer)
  }, [password])
  const { data } = useQuery({
    queryKey: ['breach', settled],
    queryFn: ({ signal }) => isBreached(settled, signal),
    enabled: settled.length >= limits.password.signupMin,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (password.length < limits.password.signupMin) return 'none'
  if (password !== settled || data === undefined) return 'checking'
  return data ? 'found' : 'clear'
}
