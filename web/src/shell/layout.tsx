import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useChosenTheme } from '../lib/preferences.ts'
import { refreshSession } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { Hints } from '../ui/hints.tsx'
import { AccessExpired } from './access-expired.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

const longestTimer = 2 ** 31 - 1

/** The frame of every page. A guest whose access has expired sees only that message, and can still sign out. */
export function Layout() {
  const { session, user } = useSession()
  useFocusOnNavigation()
  useChosenTheme()

  const endsAt = user?.accessExpired ? null : user?.accessExpiresAt
  useEffect(() => {
    if (!endsAt) return
    const wait = Date.parse(endsAt) - Date.now() - (session?.clockOffset ?? 0)
    if (wait > longestTimer) return
    const timer = setTimeout(refreshSession, Math.max(wait, 1_000))
    return () => clearTimeout(timer)
  }, [endsAt, session])

  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        {user?.accessExpired ? <AccessExpired /> : <Outlet />}
      </main>
      <Footer />
      <Hints />
      <ScrollRestoration />
    </div>
  )
}
