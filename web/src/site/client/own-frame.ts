/** The module that draws the application's header and footer (account.tsx). */
type Account = { mountFrame: (places: Record<Part, HTMLElement>, session: unknown) => void }
type Part = 'header' | 'footer'

const loaded = (link: HTMLLinkElement) =>
  new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
  })

/** Somebody with a session cookie is asked for once; if they are signed in, their header and footer replace the public ones. */
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
    // Not signed in, or not to be found out: the public header is right.
    document.querySelector('.header')?.classList.add('known')
  }
}
