import { lazy, Suspense, useEffect, useState } from 'react'

const Hint = lazy(() => import('./hint.tsx'))

const delayMs = 300

/** Returns the element whose hint an event asks for. */
function hinted({ target }: Event): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
  const whole = element?.dataset.hintWhenCut !== undefined && element.scrollWidth <= element.clientWidth
  return whole ? null : element
}

/**
 * Shows the `data-hint` of the element that is hovered or has the keyboard's focus; with `data-hint-when-cut` only if its text is cut off. The whole
 * page has one tooltip, as one for each cell makes long lists slow.
 */
export function Hints() {
  const [shown, setShown] = useState<HTMLElement | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (element: HTMLElement | null, wait: number) => {
      clearTimeout(timer)
      if (element && wait) timer = setTimeout(setShown, wait, element)
      else setShown(element)
    }
    const on = {
      pointerover: (event: PointerEvent) => event.pointerType !== 'touch' && show(hinted(event), delayMs),
      focusin: (event: FocusEvent) => {
        const element = hinted(event)
        show(element?.matches(':focus-visible') ? element : null, 0)
      },
      focusout: () => show(null, 0),
      pointerdown: () => show(null, 0),
      keydown: (event: KeyboardEvent) => event.key === 'Escape' && show(null, 0),
    }
    const stop = new AbortController()
    for (const [name, listener] of Object.entries(on))
      document.addEventListener(name, listener as EventListener, { signal: stop.signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  if (!shown) return null
  return (
    <Suspense>
      <Hint key={shown.dataset.hint} target={shown} label={shown.dataset.hint} />
    </Suspense>
  )
}
