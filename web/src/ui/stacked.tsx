import type { ReactNode } from 'react'
import { Cut } from './cut.tsx'
import classes from './stacked.module.css'

/** A line above smaller ones, in a cell of a list; `to` makes the first a link, `whole` breaks the smaller ones instead of cutting them off. */
export function Stacked(props: {
  text: string
  to?: string | undefined
  small?: string | readonly string[]
  whole?: boolean
  below?: ReactNode
}) {
  return (
    <div className={classes.stacked}>
      <Cut text={props.text} {...(props.to ? { to: props.to } : {})} />
      {[props.small ?? []].flat().map((line) => (
        <div key={line} className={classes.small} data-whole={props.whole}>
          {props.whole ? line : <Cut text={line} />}
        </div>
      ))}
      {props.below}
    </div>
  )
}
