import { useLayoutEffect, useRef } from 'react'

/** Elements that get the focus when another was removed together with its row. */
const successors = new WeakMap<Element, HTMLElement>()

/** Returns the element to focus in place of another: itself while it exists. */
export const holderOf = (element: HTMLElement): HTMLElement | null =>
  element.isConnected ? element : (successors.get(element) ?? null)

/** Returns the first word of its name ('Approve'), without the details of its row. */
const actionOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().split(/\s/)[0]

const actionsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('button, a[href]')]

type Held = { element: HTMLElement; row: Element; index: number; heading: HTMLElement | null }

/**
 * Keeps the focus in a sensible place when the focused element disappears from a table or a list: the same action of the next row, else of the
 * previous one, else the heading of the list. Dialogs opened by such an element use `holderOf`.
 */
export function useKeptFocus<E extends HTMLElement = HTMLTableSectionElement>() {
  const body = useRef<E>(null)
  const held = useRef<Held | null>(null)

  // Listener for the browser's own event, as React's also bubble from dialogs that a row has opened.
  useLayoutEffect(() => {
    const rows = body.current
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
  }, [])

  // Effect that runs before anything else, as a dialog that closes with the row asks at once where the focus goes.
  useLayoutEffect(() => {
    const rows = body.current
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
  return body
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
