import { useEffect, useState } from 'react'

type Shown = 'search' | 'shortcuts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Returns which of them these keys open, if any: '/' and '?' do nothing while somebody types, and nothing opens over a dialog. */
function opens(event: KeyboardEvent): Shown | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return null
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'search'
  if (ctrlKey || metaKey || altKey || isTyping(event.target)) return null
  return key === '/' ? 'search' : key === '?' ? 'shortcuts' : null
}

/** Keeps whether the search or the list of shortcuts is open, and handles the keys that open them, for people who are `here`. */
export function useSearch(here: boolean) {
  const [shown, setShown] = useState<Shown | null>(null)
  // State: it was loaded, and stays for the dialogs that it opens.
  const [used, setUsed] = useState(false)
  const show = (what: Shown) => {
    setUsed(true)
    setShown(what)
  }
  useEffect(() => {
    if (!here) return
    const onKeyDown = (event: KeyboardEvent) => {
      const what = opens(event)
      if (!what) return
      event.preventDefault()
      setUsed(true)
      setShown(what)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [here])
  return { shown: here ? shown : null, used: here && used, show, close: () => setShown(null) }
}
