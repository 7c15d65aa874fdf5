import { NavLink, Outlet } from 'react-router'
import classes from './administration.module.css'
import { administrationPages } from './navigation.ts'

/** Links from one page about the system to the next. */
export function AdministrationLinks() {
  return (
    <nav aria-label="Administration" className={classes.navigation}>
      {administrationPages.map(({ to, label }) => (
        <NavLink key={to} to={to} className={classes.link ?? ''}>
          {label}
        </NavLink>
      ))}
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
