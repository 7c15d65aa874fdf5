import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useKeptFocus } from '../ui/kept-focus.ts'
import classes from './security.module.css'

/** A list in a part of the card, of {@link SecurityItem}s. */
export const SecurityList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul ref={useKeptFocus<HTMLUListElement>()} className={classes.list} aria-label={label} tabIndex={-1}>
    {children}
  </ul>
)

/** An item with its name, a mark where it is special, facts below, and actions at its right. */
export const SecurityItem = (props: {
  icon: Icon
  name: ReactNode
  mark?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) => (
  <li className={classes.item}>
    <props.icon size={22} stroke={1.5} aria-hidden="true" />
    <div className={classes.about}>
      <div className={classes.name}>
        {props.name} {props.mark}
      </div>
      <div className={classes.facts}>{props.children}</div>
    </div>
    {props.action}
  </li>
)
