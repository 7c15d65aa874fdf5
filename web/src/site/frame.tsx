import { footerLinks, headerLinks } from '@deedbox/contract/site.ts'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Mark } from '../ui/mark.tsx'
import { If, slot } from './slots.tsx'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Same as system', icon: IconDeviceDesktop },
] as const

/** The header for people who are not signed in; it takes the same room as the application's, which replaces it. */
function Header({ path }: { path: string }) {
  const current = (to: string) => (to === path ? { 'aria-current': 'page' as const } : {})
  return (
    <header className="header">
      <div className="bar">
        <If has="marketing">
          <button
            type="button"
            className="burger"
            aria-label="Open the menu"
            aria-expanded="false"
            aria-controls="navigation"
            data-menu=""
          >
            <span />
          </button>
        </If>
        <a href="/" className="brand">
          <Mark />
          <span>Deedbox</span>
        </a>
        <If has="marketing">
          <nav id="navigation" aria-label="Main" className="navigation">
            {headerLinks.map(({ path: to, label, needs }) => (
              <If key={to} has={needs}>
                <a href={to} {...current(to)}>
                  {label}
                </a>
              </If>
            ))}
          </nav>
        </If>
        <nav aria-label="Account" className="account" data-account="">
          <a href="/login" className="button plain">
            Sign In
          </a>
          <If has="signUp">
            <a href="/signup" className="button outline">
              Get Started
            </a>
          </If>
        </nav>
      </div>
    </header>
  )
}

function Footer({ path }: { path: string }) {
  return (
    <footer className="footer">
      <nav aria-label="Footer">
        {footerLinks.map(({ path: to, label, needs }) => (
          <If key={to} has={needs}>
            <a href={to} {...(to === path ? { 'aria-current': 'page' as const } : {})}>
              {label}
            </a>
          </If>
        ))}
      </nav>
      <div className="line">
        <span>
          Deedbox · Help: <a href={`mailto:${slot('supportEmail')}`}>{slot('supportEmail')}</a>
        </span>
        <fieldset className="schemes">
          <legend>Colours</legend>
          {schemes.map(({ value, label, icon: SchemeIcon }) => (
            <button key={value} type="button" aria-label={label} title={label} data-scheme-choice={value}>
              <SchemeIcon size={16} aria-hidden="true" />
            </button>
          ))}
        </fieldset>
      </div>
    </footer>
  )
}

/** The body of every public page. */
export function Frame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <If has="maintenance">
        <div role="status" className="maintenance">
          {slot('maintenance')}
        </div>
      </If>
      <If has="session">
        <div id="own-header" hidden />
      </If>
      <Header path={path} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <If has="session">
        <div id="own-footer" hidden />
      </If>
      <Footer path={path} />
      <div id="messages" aria-live="polite" className="messages" />
      <noscript>
        <style>{'.burger,.schemes{display:none!important}'}</style>
      </noscript>
    </>
  )
}
