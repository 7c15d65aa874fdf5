import { type RefObject, useEffect, useRef } from 'react'
import { zoomed } from './view.ts'

/** Pixels of the wheel for a step of zoom: a notch of a mouse has some 100, a pinch on a trackpad many small ones. */
const perStep = 50

/** Zooms with Ctrl and the wheel, or by pinching on a trackpad, which browsers report as the same. The point under the pointer stays in place. */
export function useWheelZoom(
  stage: RefObject<HTMLElement | null>,
  percent: number,
  holdAt: (x: number, y: number) => void,
  onZoom: (percent: number) => void,
): void {
  const turned = useRef(0)
  useEffect(() => {
    const element = stage.current
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      turned.current += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * perStep
      if (Math.abs(turned.current) < perStep) return
      const direction = turned.current < 0 ? 1 : -1
      turned.current = 0
      const { left, top } = (element as HTMLElement).getBoundingClientRect()
      holdAt(event.clientX - left, event.clientY - top)
      onZoom(zoomed(percent, direction))
    }
    // The browser zooms the whole page unless it is told otherwise, which a passive listener cannot.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
}
