import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import classes from './custody.module.css'

/** Points of a stroke on a field of 1,000 by 500, whatever the size of the screen. */
export type Stroke = { x: number; y: number }[]

/** A field on which somebody signs with a finger, a pen or the pointer. */
export function SignaturePad(props: {
  strokes: Stroke[]
  onChange: (strokes: Stroke[]) => void
  error?: string | null | undefined
}) {
  const { strokes, onChange } = props
  const drawing = useRef(false)
  const pointOf = (event: PointerEvent<SVGSVGElement>): Stroke[number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
    return {
      x: within(((event.clientX - left) / width) * 1_000, 1_000),
      y: within(((event.clientY - top) / height) * 500, 500),
    }
  }
  const extend = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing.current) return
    const last = strokes.at(-1)
    if (!last || last.length >= 2_000) return
    onChange([...strokes.slice(0, -1), [...last, pointOf(event)]])
  }
  return (
    <div>
      <svg
        className={classes.pad}
        viewBox="0 0 1000 500"
        role="img"
        aria-label={strokes.length > 0 ? 'Signature' : 'Field for the signature: draw with a finger or a pen'}
        onPointerDown={(event) => {
          if (strokes.length >= 200) return
          event.currentTarget.setPointerCapture(event.pointerId)
          drawing.current = true
          onChange([...strokes, [pointOf(event)]])
        }}
        onPointerMove={extend}
        onPointerUp={() => {
          drawing.current = false
        }}
        onPointerCancel={() => {
          drawing.current = false
        }}
      >
        {strokes.map((stroke, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no other key
          <polyline key={index} points={stroke.map(({ x, y }) => `${x},${y}`).join(' ')} />
        ))}
      </svg>
      {props.error && (
        <p role="alert" className={classes.problem}>
          {props.error}
        </p>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconEraser size={14} aria-hidden="true" />}
        disabled={strokes.length === 0}
        onClick={() => onChange([])}
      >
        Clear the signature
      </Button>
    </div>
  )
}
