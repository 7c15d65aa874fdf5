import { screen } from '@deedbox/contract/messages.ts'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { takeShared } from '../../lib/shared-files.ts'
import { toast } from '../../ui/toast.tsx'

/** Takes files that were shared from the phone's menu into the form, once; the address then names them no more. */
export function useShared(shared: string | null, add: (files: File[]) => void): void {
  const [, setQuery] = useSearchParams()
  const take = useEffectEvent(async (id: string) => {
    setQuery(
      (query) => {
        query.delete('shared')
        return query
      },
      { replace: true },
    )
    const files = await takeShared(id, Date.now())
    if (files.length > 0) add(files)
    else toast.error(screen.sharedGone)
  })
  useEffect(() => {
    if (shared !== null) void take(shared)
  }, [shared])
}
