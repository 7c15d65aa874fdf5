import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Returns one parameter of the address (`?name=…`; '' when absent) and a function to change it. The other parts stay. */
export function useParam(name: string): [value: string, set: (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string) => {
      // Parameters from the address itself, as two changes may come before this component renders again.
      const next = new URLSearchParams(window.location.search)
      if (value) next.set(name, value)
      else next.delete(name)
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [name, setParams],
  )
  return [params.get(name)?.trim() ?? '', set]
}
