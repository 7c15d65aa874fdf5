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
            const own = widthOf(word.text) * size
            return (
              <Fragment key={word.index}>
                {before && <span style={{ width: (word.x - before.x - before.width) * width }}> </span>}
                <span
                  style={{
                    top: (word.y - (line[0]?.y ?? 0)) * height,
                    fontSize: size,
                    // Width of the text before it is stretched to the printed one; the margin corrects the layout, which a transform does not change.
                    width: own,
                    marginInlineEnd: word.width * width - own,
                    transform: `scaleX(${((word.width * width) / own).toFixed(4)})`,
                  }}
                >
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
