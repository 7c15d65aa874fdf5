import { useLayoutEffect, useRef, useState } from 'react'

/** Elements that get the focus when another was removed together with its row. */
const successors = new WeakMap<Element, HTMLElement>()

/** Returns the element to focus in place of another: itself while it exists. */
const holderOf = (element: HTMLElement): HTMLElement | null =>
  element.isConnected ? element : (successors.get(element) ?? null)

/** Returns the first word of its name ('Approve'), without the details of its row. */
const actionOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().split(/\s/)[0]

const actionsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('button, a[href]')]

type Held = { element: HTMLElement; row: Element; index: number; heading: HTMLElement | null }

/**
 * Keeps the focus in a sensible place when the focused element disappears from a table or a list: the same action of the next row, else of the
 * previous one, else the heading of the list. Dialogs opened by such an element use `focusAt`.
 */
export function useKeptFocus<E extends HTMLElement = HTMLTableSectionElement>() {
  // State and no ref, as a list may appear only once its rows have been loaded.
  const [rows, setRows] = useState<E | null>(null)
  const held = useRef<Held | null>(null)

  // Listener for the browser's own event, as React's also bubble from dialogs that a row has opened.
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!rows || !(target instanceof HTMLElement)) return
      const row = [...rows.children].find((child) => child.contains(target))
      if (!row) return
      const list = rows.closest('section, main')
      held.current = {
        element: target,
        row,
        index: [...rows.children].indexOf(row),
        heading: list?.querySelector<HTMLElement>('h1, h2, h3') ?? null,
      }
    }
    rows?.addEventListener('focusin', note)
    return () => rows?.removeEventListener('focusin', note)
  }, [rows])

  // Effect that runs before anything else, as a dialog that closes with the row asks at once where the focus goes.
  useLayoutEffect(() => {
    const gone = held.current
    if (!gone || gone.element.isConnected || !rows) return
    // Reset first, because focusing another row holds that one.
    held.current = null
    give(gone, nextOf(gone, [...rows.children]))
  })
  useLayoutEffect(
    () => () => {
      // Last holder, for a list that disappears with its last row or with its page.
      const last = held.current
      if (last) setTimeout(() => !last.element.isConnected && give(last, null))
    },
    [],
  )
  return setRows
}

function nextOf({ element, row, index }: Held, rows: Element[]): HTMLElement | null {
  const action = actionOf(element)
  const from = row.isConnected ? index + 1 : index
  for (const other of [...rows.slice(from), ...rows.slice(0, index).reverse()]) {
    const same = actionsIn(other).find((button) => actionOf(button) === action)
    if (same) return same
  }
  return null
}

function give({ element, heading }: Held, next: HTMLElement | null): void {
  const holder = next ?? heading
  if (!holder?.isConnected) return
  if (holder === heading) heading.tabIndex = -1
  successors.set(element, holder)
  if (document.activeElement === document.body) holder.focus()
}

/** A focused element, and those around it, innermost first. */
type Place = { element: HTMLElement; around: HTMLElement[] }

/** Returns the place of an element, for when it is gone. */
export function placeOf(element: EventTarget | null): Place | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const around: HTMLElement[] = []
  for (let each = element.parentElement; each; each = each.parentElement) around.push(each)
  return { element, around }
}

/** Focuses a place: its element or the successor of it; if neither exists and nothing has the focus, the heading around it, else the page's content. */
export function focusAt(place: Place | null): void {
  const holder = place && holderOf(place.element)
  holder?.focus({ preventScroll: true })
  if (holder || document.activeElement !== document.body) return
  const near =
    place?.around.find((each) => each.isConnected && each.matches('section, main, [role=dialog]')) ??
    document.getElementById('main')
  const heading = near?.querySelector<HTMLElement>('h1, h2, h3') ?? near
  if (heading && heading.tabIndex < 0) heading.tabIndex = -1
  heading?.focus({ preventScroll: true })
}

/** Milliseconds in which lists and dialogs place the focus themselves. */
const settlesWithinMs = 100

/** Keeps the focus from falling to the page's body when the focused element goes, wherever it stood; returns how to stop. */
export function watchFocus(): () => void {
  let last: Place | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () => document.activeElement === document.body && last && !last.element.isConnected
  const note = ({ target }: FocusEvent) => {
    last = placeOf(target)
  }
  // Forget the focus once somebody has pressed beside everything; an element that was removed is not connected by then.
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget === null)
      setTimeout(() => {
        if (last?.element === target && last?.element.isConnected) last = null
      })
  }
  const watcher = new MutationObserver(() => {
    // Timer not started again, or a page that goes on changing would put it off for ever.
    if (timer || !isLost()) return
    timer = setTimeout(() => {
      timer = undefined
      if (isLost()) focusAt(last)
    }, settlesWithinMs)
  })
  addEventListener('focusin', note)
  addEventListener('focusout', forget)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
    removeEventListener('focusin', note)
    removeEventListener('focusout', forget)
  }
}
