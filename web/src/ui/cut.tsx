import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './cut.module.css'

/** Watcher that makes a cut text without a link focusable, so that the keyboard can show all of it. */
const watcher =
  typeof ResizeObserver === 'undefined'
    ? null
    : new ResizeObserver((entries) => {
        for (const { target } of entries)
          if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
          else target.removeAttribute('tabindex')
      })

const watch = (element: HTMLElement | null) => {
  if (!element) return
  watcher?.observe(element)
  return () => watcher?.unobserve(element)
}

/** Places in an email where a line may end: after the @, and before each dot. */
const breaks = /(?<=\S@)(?=\S)|(?=\.\S*@)|(?<=@\S*)(?=\.\S)/

/** Returns a text whose emails break at these places, before any letter. */
const breakable = (text: string): ReactNode =>
  text.split(breaks).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/**
 * A text on one line, cut off where it does not fit; a hint then shows the whole text on hover and on focus. It is a link if there is `to`; otherwise
 * a cut text can be focused itself.
 */
export function Cut({ text, to }: { text: string; to?: string | undefined }) {
  const isEmail = /^\S+@\S+$/.test(text)
  const hint = { 'data-hint': text, 'data-hint-when-cut': true, 'data-email': isEmail || undefined }
  if (to === undefined)
    return (
      <span ref={watch} className={classes.cut} {...hint}>
        {breakable(text)}
      </span>
    )
  return (
    <Link to={to} className={`${classes.cut} ${classes.link}`} {...hint}>
      {breakable(text)}
    </Link>
  )
}
