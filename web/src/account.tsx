import './ui/global.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type Navigator, Router, type To } from 'react-router'
import { App } from './app.tsx'
import { useChosenTheme } from './lib/preferences.ts'
import { followOtherTabs, type SessionAnswer, startSession } from './lib/session.ts'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'

const go = (to: To) => location.assign(typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`)

/** Navigator for the header on a public page, which every link leaves. */
const leaving: Navigator = {
  createHref: (to) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`,
  push: go,
  replace: go,
  go: (steps) => history.go(steps),
}

function OwnFrame({ footer }: { footer: HTMLElement }) {
  useChosenTheme()
  return (
    <>
      <Header />
      {createPortal(<Footer />, footer)}
    </>
  )
}

/** Draws the application's header and footer on a public page, for somebody who is signed in. */
export function mountFrame(
  { header, footer }: Record<'header' | 'footer', HTMLElement>,
  session: SessionAnswer,
): void {
  followOtherTabs()
  startSession(session)
  createRoot(header).render(
    <App>
      <Router location={location.pathname} navigator={leaving}>
        <OwnFrame footer={footer} />
      </Router>
    </App>,
  )
}
