import { useEffect } from 'react'

/** Runs a function when the page has loaded and the browser is idle. */
function whenLoaded(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer = setTimeout(run, 300)
  }
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('load', soon)
  }
}

/** Shows changes by others while this person is signed in. */
export function useLive(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return
    const since = Date.now()
    let stop: (() => void) | undefined
    let over = false
    const cancel = whenLoaded(async () => {
      const { startLive } = await import('./live.ts')
      if (!over) stop = startLive(since)
    })
    return () => {
      over = true
      cancel()
      stop?.()
    }
  }, [userId])
}
