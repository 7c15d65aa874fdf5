import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const focus = (element: HTMLElement) => element.focus({ preventScroll: true })

/**
 * Moves the focus to the new page's title after a page change, unless the page has put it on a field already. Until a title that comes with data is
 * there, the focus is at the frame of the page.
 */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    if (!main || main.querySelector(':focus')) return
    const toTitle = () => {
      const title = main.querySelector<HTMLElement>('h1[tabindex]')
      if (title) focus(title)
      return document.activeElement === title
    }
    if (toTitle()) return
    focus(main)
    const watcher = new MutationObserver(() => {
      if (document.activeElement !== main || toTitle()) watcher.disconnect()
    })
    // A title may be there and hidden, by its style, while the rest of its page is loaded.
    watcher.observe(main, { childList: true, subtree: true, attributeFilter: ['style'] })
    return () => watcher.disconnect()
  }, [pathname])
}
