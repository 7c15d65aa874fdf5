import { counted } from '@deedbox/contract/counts.ts'
import { IconCalendarTime } from '@tabler/icons-react'
import { useDaysUntil } from '../lib/today.ts'
import { AccessBadge } from '../ui/access-ends.tsx'
import { When } from '../ui/when.tsx'
import classes from './dashboard.module.css'

/** Number of days that a guest's access has left (specification, section 2: Guest access). */
export function GuestDays({ endsAt }: { endsAt: string }) {
  const daysUntil = useDaysUntil()
  const days = Math.max(0, daysUntil(endsAt))
  return (
    <section aria-label="Your guest access" className={classes.card}>
      <IconCalendarTime size={28} stroke={1.4} aria-hidden="true" />
      <div>
        <div className={classes.big}>{days === 0 ? 'Last day' : `${counted(days, 'day')} remaining`}</div>
        <div className={classes.text}>
          Your account ends <When at={endsAt} />. After that you can no longer open any document.
        </div>
      </div>
      <AccessBadge at={endsAt} />
    </section>
  )
}
