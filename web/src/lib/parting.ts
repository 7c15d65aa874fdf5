/** What is said on the page that follows, when going there loads it anew. */
const key = 'deedbox.parting'

type Parting = { message: string; bad: boolean }

/**
 * Leaves for a page outside the application, which says the message when it is shown. `instead`: this page does not stay
 * in the history. What was on the screen is taken away, so that Back does not show it again.
 */
export function leaveWith(message: string, to: string, { bad = false, instead = false } = {}): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ message, bad } satisfies Parting))
  } catch {
    // Without storage the message is not shown.
  }
  document.body.hidden = true
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  if (instead) location.replace(to)
  else location.assign(to)
}

/** The message that the page before left, once. */
export function takeParting(): Parting | null {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return kept ? (JSON.parse(kept) as Parting) : null
  } catch {
    return null
  }
}
