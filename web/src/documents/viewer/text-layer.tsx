import { Fragment, useEffect, useMemo, useRef } from 'react'
import type { Answer } from '../../lib/api.ts'
import { matchWords } from './match-words.ts'
import type { Size } from './view.ts'
import classes from './viewer.module.css'

type Word = Answer<'GET /api/documents/:documentId/pages/:page/text'>['words'][number]

let canvas: CanvasRenderingContext2D | null | undefined

/** The layer is laid out this many times the page's size and then scaled, since browsers draw no text below some size. */
const enlarged = 2

/** How wide a text is in the layer's font at a size of one. */
function widthOf(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length / 2
  canvas.font = '100px sans-serif'
  return canvas.measureText(text).width / 100
}

/** Stretches a word as wide as it is drawn on the page. */
const stretchOf = (word: Word, page: Size) =>
  (word.width * page.width) / Math.max(widthOf(word.text) * word.height * page.height, 0.001)

/**
 * A page's words, invisible over its picture: to select, to copy, to be read aloud. Those that `find` stands on are
 * marked, and the first of them is brought into view.
 */
export function TextLayer(props: { words: Word[]; page: Size; shown: Size; find: string }) {
  const { words, page, find } = props
  const named = useMemo(() => words.map((word, index) => ({ ...word, id: `word ${index}` })), [words])
  const marked = useMemo(() => matchWords(words, find), [words, find])
  const first = useRef<HTMLSpanElement>(null)
  const firstMarked = marked.values().next().value
  useEffect(() => {
    if (firstMarked !== undefined) first.current?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [firstMarked])
  return (
    <div
      className={classes.words}
      style={{
        width: page.width * enlarged,
        height: page.height * enlarged,
        transform: `scale(${props.shown.width / (page.width * enlarged)})`,
      }}
    >
      {named.map((word, index) => {
        const next = words[index + 1]
        const ends = next && next.y > word.y + word.height / 2
        return (
          <Fragment key={word.id}>
            <span
              ref={index === firstMarked ? first : null}
              data-marked={marked.has(index)}
              style={{
                left: `${word.x * 100}%`,
                top: `${word.y * 100}%`,
                fontSize: word.height * page.height * enlarged,
                transform: `scaleX(${stretchOf(word, page).toFixed(4)})`,
              }}
            >
              {word.text}
            </span>
            {ends ? <br /> : ' '}
          </Fragment>
        )
      })}
    </div>
  )
}
