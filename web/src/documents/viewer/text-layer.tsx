import type { Size } from '@deedbox/contract/page-pixels.ts'
import { Fragment, useMemo } from 'react'
import { linesOf, type Word } from './lines.ts'
import classes from './sheet.module.css'

/** Factor by which the layer is laid out larger and then scaled down, because browsers enforce a minimum font size. */
const enlarged = 2

let canvas: CanvasRenderingContext2D | null | undefined

/** Returns the width of a text in the layer's font at a size of one. */
function widthOf(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length / 2
  canvas.font = '100px sans-serif'
  return Math.max(canvas.measureText(text).width / 100, 0.01)
}

/** Returns the style that makes a text as wide as it is printed. A line of boxes, one for each word, would be read out word by word. */
const stretched = (text: string, size: number, width: number) => ({
  letterSpacing: (width - widthOf(text) * size) / [...text].length,
})

/**
 * A page's words, invisible over its picture, so that they can be selected, copied and read aloud. They are grouped into
 * lines to keep the printed order.
 */
export function TextLayer(props: { words: Word[]; page: Size; shown: Size }) {
  const { words, page } = props
  const [width, height] = [page.width * enlarged, page.height * enlarged]
  const lines = useMemo(() => linesOf(words.map((word, index) => ({ ...word, index }))), [words])

  return (
    <div
      className={classes.words}
      style={{ width, height, transform: `scale(${props.shown.width / width})` }}
    >
      {lines.map((line) => (
        <div
          key={line[0]?.index}
          style={{ left: (line[0]?.x ?? 0) * width, top: (line[0]?.y ?? 0) * height }}
        >
          {line.map((word, place) => {
            const before = line[place - 1]
            const size = word.height * height
            const look = { top: (word.y - (line[0]?.y ?? 0)) * height, fontSize: size }
            const gap = before && (word.x - before.x - before.width) * width
            return (
              <Fragment key={word.index}>
                {gap !== undefined && <span style={{ ...look, ...stretched(' ', size, gap) }}> </span>}
                <span style={{ ...look, ...stretched(word.text, size, word.width * width) }}>
                  {word.text}
                </span>
              </Fragment>
            )
          })}
        </div>
      ))}
    </div>
  )
}
