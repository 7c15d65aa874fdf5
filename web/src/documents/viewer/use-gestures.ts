import { type TouchEvent, useRef, useState } from 'react'
import { swipe } from './view.ts'

const between = ({ touches }: TouchEvent) => {
  const [a, b] = [touches[0], touches[1]]
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
}

/**
 * Handles touch: pinch to zoom and swipe to turn the page. `zoom` is that of the open page in percent, `stretch` the scale while pinching (1 otherwise). A
 * swipe only counts where the page cannot be scrolled sideways.
 */
export function useGestures(props: {
  zoom: number
  onZoom: (zoom: number) => void
  onSwipe: (step: 1 | -1) => void
}) {
  const pinch = useRef<{ apart: number } | null>(null)
  const start = useRef<{ x: number; y: number; at: number } | null>(null)
  const [stretch, setStretch] = useState(1)
  return {
    stretch,
    handlers: {
      onTouchStart: (event: TouchEvent<HTMLElement>) => {
        const touch = event.touches[0]
        if (event.touches.length === 2) {
          pinch.current = { apart: between(event) }
          start.current = null
        } else if (touch && event.currentTarget.scrollWidth <= event.currentTarget.clientWidth + 1)
          start.current = { x: touch.clientX, y: touch.clientY, at: Date.now() }
      },
      onTouchMove: (event: TouchEvent<HTMLElement>) => {
        if (pinch.current && event.touches.length === 2 && pinch.current.apart > 0)
          setStretch(between(event) / pinch.current.apart)
      },
      onTouchEnd: (event: TouchEvent<HTMLElement>) => {
        if (pinch.current) {
          pinch.current = null
          setStretch(1)
          if (stretch !== 1) props.onZoom(props.zoom * stretch)
          return
        }
        const [from, to] = [start.current, event.changedTouches[0]]
        start.current = null
        if (!from || !to || !getSelection()?.isCollapsed) return
        const step = swipe(to.clientX - from.x, to.clientY - from.y, Date.now() - from.at)
        if (step !== 0) props.onSwipe(step)
      },
    },
  }
}
