import { Tooltip } from '@mantine/core'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import classes from './cut.module.css'

/**
 * A text on one line, cut off where it does not fit; a tooltip then shows the whole text on hover and on focus.
 * With `to` it is a link, otherwise a cut text can be focused itself.
 */
export function Cut({ text, to }: { text: string; to?: string }) {
  const [cut, setCut] = useState(false)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <Tooltip label={text} disabled={!cut} position="top-start">
      {to === undefined ? (
        <span ref={measure} className={classes.cut} {...(cut ? { tabIndex: 0 } : {})}>
          {text}
        </span>
      ) : (
        <Link ref={measure} to={to} className={`${classes.cut} ${classes.link}`}>
          {text}
        </Link>
      )}
    </Tooltip>
  )
}
