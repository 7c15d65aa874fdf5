import { Link } from 'react-router'
import classes from './cut.module.css'
import { Cut } from './cut.tsx'

export const clientPath = (name: string): string => `/clients/${encodeURIComponent(name)}`

/** A client's name, cut to its cell unless `whole`; it links to their page for people who may see it. */
export function ClientLink(props: { name: string; linked: boolean; whole?: boolean }) {
  const { name, linked } = props
  if (!props.whole) return linked ? <Cut text={name} to={clientPath(name)} /> : <Cut text={name} />
  if (!linked) return name
  return (
    <Link to={clientPath(name)} className={classes.link}>
      {name}
    </Link>
  )
}
