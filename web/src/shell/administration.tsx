import { Button, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import classes from './administration.module.css'
import { administrationPages } from './navigation.ts'

/** Links from one page about the system to the next. On a phone they are behind a button that names the current page. */
export function AdministrationLinks() {
  const { pathname } = useLocation()
  // The links are open on the page where they were opened, so they close whenever the page changes.
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const opened = openedOn === pathname
  const current = administrationPages.find(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  return (
    <nav aria-label="Administration" className={classes.navigation}>
      <Button
        className={classes.current}
        variant="default"
        fullWidth
        justify="space-between"
        rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        aria-expanded={opened}
        aria-controls="administration"
        onClick={() => setOpenedOn(opened ? null : pathname)}
      >
        <VisuallyHidden>Other pages of the administration; this is </VisuallyHidden>
        {current?.label}
      </Button>
      <div id="administration" className={classes.links} data-opened={opened}>
        {administrationPages.map(({ to, label }) => (
          <NavLink key={to} to={to} className={classes.link ?? ''}>
            {label}
          </NavLink>
        ))}
      </div>
    </nav>
  )
}

/** The pages about the system itself, with links from one to the next. */
export function Administration() {
  return (
    <>
      <AdministrationLinks />
      <Outlet />
    </>
  )
}
