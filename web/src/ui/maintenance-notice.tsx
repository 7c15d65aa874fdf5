import { IconTool } from '@tabler/icons-react'
import classes from './maintenance-notice.module.css'
import { When } from './when.tsx'

/** Notice of administrators to everyone, with its end. */
export function MaintenanceNotice(props: { label: string; message: string; until: string }) {
  return (
    <section className={classes.notice} aria-label={props.label}>
      <IconTool size={18} aria-hidden="true" className={classes.icon} />
      <p className={classes.text}>
        <span className={classes.message}>{props.message}</span>{' '}
        <span className={classes.until}>
          Until <When at={props.until} />
        </span>
      </p>
    </section>
  )
}
