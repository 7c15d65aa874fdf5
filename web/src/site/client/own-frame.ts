/** The module that draws the application's header and footer (account.tsx). */
type Account = { mountFrame: (places: Record<Part, HTMLElement>, session: unknown) => void }
type Part = 'header' | 'footer'

const loaded = (link: HTMLLinkElement) =>
  new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
  })

/** Fetches the session once if there is a cookie; the header and footer of a person who is signed in replace the public ones. */
export async function ownFrame(): Promise<void> {
  const header = document.getElementById('own-header')
  const footer = document.getElementById('own-footer')
  const { account, accountStyle } = document.querySelector<HTMLElement>('[data-account-style]')?.dataset ?? {}
  if (!header || !footer || !account || !accountStyle) return
  try {
    const answer = await fetch('/api/session', { headers: { accept: 'application/json' } })
    const session = (await answer.json()) as { user?: unknown }
    if (!answer.ok || !session.user) throw new Error('not signed in')
    const style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = accountStyle
    const styled = loaded(style)
    document.head.prepend(style)
    const [{ mountFrame }] = await Promise.all([
      import(/* @vite-ignore */ account) as Promise<Account>,
      styled,
    ])
    for (const publicPart of document.querySelectorAll('body > .header, body > .footer')) publicPart.remove()
    header.hidden = false
    footer.hidden = false
    mountFrame({ header, footer }, session)
  } catch {
    // Keep the public header for people who are not signed in, or if that is unknown.
    document.querySelector('.header')?.classList.add('known')
  }
}
