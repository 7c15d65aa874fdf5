import type { Size } from '@deedbox/contract/page-pixels.ts'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Measures the room that an element has for its content, without its scroll bars and the gutters for them. */
export function useRoom(element: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      // Measures of the element, as a ResizeObserver's own figures contain the gutters.
      const { clientWidth: width, clientHeight: height } = measured
      setRoom((known) => (known.width === width && known.height === height ? known : { width, height }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    measure()
    return () => observer.disconnect()
  }, [element])
  return room
}
