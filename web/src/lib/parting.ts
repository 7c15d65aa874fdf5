/** Storage key of a message for the next page, when going there loads it anew. */
const key = 'deedbox.parting'

type Parting = { message: string; bad: boolean }

/**
 * Leaves for a page outside the application, which shows the message. `instead`: this page does not stay in the history. The screen is cleared, so
 * that Back does not show it again.
 */
export function leaveWith(message: string, to: string, { bad = false, instead = false } = {}): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ message, bad } satisfies Parting))
  } catch {
    // Message is not shown if there is no storage.
  }
  document.body.hidden = true
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  if (instead) location.replace(to)
  else location.assign(to)
}

/** Takes the message that the page before left, once. */
export function takeParting(): Parting | null {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return kept ? (JSON.parse(kept) as Parting) : null
  } catch {
    return null
  }
}
