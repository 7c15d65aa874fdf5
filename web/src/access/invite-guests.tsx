import type { DayProps } from '../ui/day-field.tsx'
import { UntilWhen } from '../ui/until-when.tsx'
import classes from './access.module.css'

/** Offers to invite people without an account as guests. */
export function InviteGuests(props: { emails: string[]; documents: number; day: DayProps }) {
  const [first, ...others] = props.emails
  const what = props.documents === 1 ? 'this document' : 'these documents'
  return (
    <section className={classes.invite} aria-live="polite">
      {others.length === 0 ? (
        <p>
          <strong>{first}</strong> has no account yet. You can invite this person as a guest. They get an
          email and can open {what} once they have signed up with that address.
        </p>
      ) : (
        <p>
          <strong>{props.emails.join(', ')}</strong> have no account yet. You can invite them as guests. They
          get an email and can open {what} once they have signed up with that address.
        </p>
      )}
      <UntilWhen
        label="Guest access ends with"
        hint="After that day the guest can no longer see any document that was shared with them."
        {...props.day}
      />
    </section>
  )
}
