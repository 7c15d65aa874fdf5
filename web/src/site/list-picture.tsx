import { IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './list-picture.module.css'

const people = [
  {
    name: 'Margaret Whitlam-Shaw',
    may: 'Download',
    badge: (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        Until 30 Jun 2027
      </StatusBadge>
    ),
  },
  {
    name: 'Tan & Partners, accountants',
    may: 'View',
    badge: (
      <StatusBadge tone="warning" icon={IconClock}>
        Expiring soon
      </StatusBadge>
    ),
  },
  {
    name: 'Owen Pryce',
    may: 'View',
    badge: (
      <StatusBadge tone="bad" icon={IconX}>
        Revoked
      </StatusBadge>
    ),
  },
]

/** A picture of a document's access table as the product shows it; decoration, so hidden from screen readers. */
export function ListPicture() {
  return (
    <div className={classes.picture} aria-hidden="true">
      <div className={classes.deed}>
        <span className={classes.kind}>Trust deed · 20 pages</span>
        <span className={classes.title}>Whitlam-Shaw Family Trust</span>
        <span className={classes.line} style={{ width: '92%' }} />
        <span className={classes.line} style={{ width: '84%' }} />
        <span className={classes.line} style={{ width: '88%' }} />
        <span className={classes.line} style={{ width: '46%' }} />
        <span className={classes.seal} />
      </div>
      <div className={classes.people}>
        {people.map(({ name, may, badge }) => (
          <div key={name} className={classes.person}>
            <span className={classes.name}>{name}</span>
            <span className={classes.may}>{may}</span>
            {badge}
          </div>
        ))}
      </div>
    </div>
  )
}
