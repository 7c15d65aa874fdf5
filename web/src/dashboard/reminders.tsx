import classes from './dashboard.module.css'
import { ExpiringDocuments } from './expiring-documents.tsx'
import { ReminderSwitches } from './reminder-switches.tsx'

/** Expiry reminder settings and the documents that they are about. */
export function Reminders() {
  return (
    <ReminderSwitches>
      {({ enabled, daysBefore }) =>
        enabled ? (
          <ExpiringDocuments days={daysBefore} />
        ) : (
          <p className={classes.nothing}>
            Reminders are off. Turn them on to see here which documents expire soon.
          </p>
        )
      }
    </ReminderSwitches>
  )
}
