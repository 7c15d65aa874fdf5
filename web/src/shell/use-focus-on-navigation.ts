import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus to the new page's title after a page change, unless the page has put it on a field already. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    if (!main || main.contains(document.activeElement)) return
    const target = main.querySelector<HTMLElement>('h1[tabindex]') ?? main
    target.focus({ preventScroll: true })
  }, [pathname])
}
