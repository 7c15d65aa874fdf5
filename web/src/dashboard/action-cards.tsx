import { type Icon, IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './dashboard.module.css'

export type Action = { to: string; label: string; text: string; icon: Icon }

/** Links to other pages, each drawn as a card. */
export function ActionCards({ actions }: { actions: Action[] }) {
  return (
    <ul className={classes.actions}>
      {actions.map(({ to, label, text, icon: ActionIcon }) => (
        <li key={label}>
          <Link to={to} className={classes.action}>
            <ActionIcon size={24} stroke={1.4} aria-hidden="true" />
            <span>
              <strong>{label}</strong>
              <span className={classes.text}>{text}</span>
            </span>
            <IconArrowRight size={16} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
