import type { ReactNode } from 'react'
import { Cut } from './cut.tsx'
import classes from './stacked.module.css'

/** A line above smaller ones, in a cell of a list; `to` makes the first a link. */
export function Stacked(props: {
  text: string
  to?: string | undefined
  small?: string | readonly string[]
  below?: ReactNode
}) {
  return (
    <div className={classes.stacked}>
      <Cut text={props.text} {...(props.to ? { to: props.to } : {})} />
      {[props.small ?? []].flat().map((line) => (
        <div key={line} className={classes.small}>
          <Cut text={line} />
        </div>
      ))}
      {props.below}
    </div>
  )
}
