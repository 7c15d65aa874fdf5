import './ui/global.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import { createRoot } from 'react-dom/client'
import { type Navigator, Router, type To } from 'react-router'
import { App } from './app.tsx'
import { followOtherTabs, type SessionAnswer, startSession } from './lib/session.ts'
import { Header } from './shell/header.tsx'

const go = (to: To) => location.assign(typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`)

/** Every link of the header leaves the public page. */
const leaving: Navigator = {
  createHref: (to) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`,
  push: go,
  replace: go,
  go: (steps) => history.go(steps),
}

/** Draws the application's header on a public page, for somebody who is signed in. */
export function mountHeader(element: HTMLElement, session: SessionAnswer): void {
  followOtherTabs()
  startSession(session)
  createRoot(element).render(
    <App>
      <Router location={location.pathname} navigator={leaving}>
        <Header />
      </Router>
    </App>,
  )
}
