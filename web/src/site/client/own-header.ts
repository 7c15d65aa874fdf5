/** The module that draws the application's header (account.tsx). */
type Account = { mountHeader: (element: HTMLElement, session: unknown) => void }

const loaded = (link: HTMLLinkElement) =>
  new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
  })

/** Somebody with a session cookie is asked for once; if they are signed in, their header replaces the public one. */
export async function ownHeader(): Promise<void> {
  const place = document.getElementById('own-header')
  const header = document.querySelector('.header')
  const { account, accountStyle } = document.querySelector<HTMLElement>('[data-account-style]')?.dataset ?? {}
  if (!place || !header || !account || !accountStyle) return
  try {
    const answer = await fetch('/api/session', { headers: { accept: 'application/json' } })
    const session = (await answer.json()) as { user?: unknown }
    if (!answer.ok || !session.user) throw new Error('not signed in')
    const style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = accountStyle
    const styled = loaded(style)
    document.head.prepend(style)
    const [{ mountHeader }] = await Promise.all([
      import(/* @vite-ignore */ account) as Promise<Account>,
      styled,
    ])
    place.hidden = false
    header.remove()
    mountHeader(place, session)
  } catch {
    // Not signed in, or not to be found out: the public header is right.
    header.classList.add('known')
  }
}
