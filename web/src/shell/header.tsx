import { headerLinks, isShown, pagesShown } from '@deedbox/contract/site.ts'
import { Burger, Button, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch, IconShieldExclamation } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { graceText } from '../lib/grace.ts'
import { useDeployment, useSession } from '../lib/session.ts'
import { useDaysUntil } from '../lib/today.ts'
import { Mark } from '../ui/mark.tsx'
import classes from './header.module.css'
import { leadsToPart, navigationFor } from './navigation.ts'

const UserMenu = lazy(() => import('./user-menu.tsx'))

/** The header. `onSearch` is set on pages of the application, which have a search. */
export function Header({ onSearch }: { onSearch?: () => void }) {
  const { session, user } = useSession()
  const { pathname } = useLocation()
  // The menu is open on the page where it was opened, so it closes whenever the page changes.
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const opened = openedOn === pathname
  const links = user && !user.accessExpired ? navigationFor(user) : []
  const deployment = useDeployment()
  const { deploymentName, signUp } = deployment
  const shown = headerLinks.filter((page) => isShown(page, pagesShown(deployment)))
  const publicLinks = session && !user && !session.pending ? shown : []
  const hasLinks = links.length + publicLinks.length > 0

  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <a href="/" className={classes.brand}>
          <Mark />
          <span>{deploymentName}</span>
        </a>
        {hasLinks && (
          <Burger
            className={classes.burger}
            size="sm"
            opened={opened}
            onClick={() => setOpenedOn(opened ? null : pathname)}
            aria-label={opened ? 'Close the menu' : 'Open the menu'}
            aria-expanded={opened}
            aria-controls="navigation"
          />
        )}
        {hasLinks && (
          <nav id="navigation" aria-label="Main" className={classes.navigation} data-opened={opened}>
            {links.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className={classes.link ?? ''}
                {...(leadsToPart(to, pathname) ? { 'aria-current': 'page' } : {})}
              >
                {label}
              </Link>
            ))}
            {publicLinks.map(({ path, label }) => (
              <a key={path} href={path} className={classes.link}>
                {label}
              </a>
            ))}
          </nav>
        )}
        <div className={classes.end}>
          {user && !user.accessExpired && onSearch && (
            <UnstyledButton
              className={classes.search}
              onClick={onSearch}
              aria-label="Search everything"
              aria-keyshortcuts="/ Control+K Meta+K"
            >
              <IconSearch size={18} aria-hidden="true" />
              <span className={classes.word} aria-hidden="true">
                Search
              </span>
              <Kbd size="xs" className={classes.key} aria-hidden="true">
                /
              </Kbd>
            </UnstyledButton>
          )}
          {user && <Grace />}
          {user && (
            <div className={classes.menu}>
              <Suspense>
                <UserMenu user={user} />
              </Suspense>
            </div>
          )}
          {session && !user && !session.pending && (
            <nav aria-label="Account" className={classes.account}>
              <Button component={Link} to="/login" variant="subtle" size="sm">
                Sign In
              </Button>
              {signUp === 'open' && (
                <Button component={Link} to="/signup" variant="outline" size="sm">
                  Get Started
                </Button>
              )}
            </nav>
          )}
        </div>
      </div>
    </header>
  )
}

/** Notice to people whose role needs a second factor, in their days of grace. */
function Grace() {
  const { session } = useSession()
  const daysUntil = useDaysUntil()
  if (!session?.enrolBefore) return null
  return (
    <Link to="/profile#security" className={classes.grace}>
      <IconShieldExclamation size={18} aria-hidden="true" />
      <span>
        <span className={classes.long}>Set up a second factor: </span>
        {graceText(daysUntil(session.enrolBefore))}
      </span>
    </Link>
  )
}
