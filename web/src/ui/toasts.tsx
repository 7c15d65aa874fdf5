import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'

const ToastList = lazy(() => import('./toast-list.tsx'))

/** The place of the toasts. Its code is loaded at the first press or key, so that it is there without a network too, or with the first toast. */
export function Toasts() {
  const { notifications } = useNotifications()
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    for (const name of ['pointerdown', 'keydown'])
      document.addEventListener(name, () => setUsed(true), { once: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  if (!used && notifications.length === 0) return null
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  )
}
