import type { UserDetail } from '@deedbox/contract/people.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { When } from '../ui/when.tsx'
import classes from './people.module.css'

/** A person's details. */
export function PersonFacts({ user }: { user: UserDetail }) {
  const [last, ...earlier] = user.signIns
  return (
    <Facts>
      <Fact name="Email">{user.email}</Fact>
      <Fact name="Organisation">{user.organizationName}</Fact>
      <Fact name="Phone">{user.phone}</Fact>
      <Fact name="City and state">{[user.city, user.state].filter(Boolean).join(', ')}</Fact>
      <Fact name="Account created">
        <When at={user.createdAt} />
        {user.confirmedAt && user.role === 'trustee' && (
          <div className={classes.small}>
            Confirmed <When at={user.confirmedAt} />
          </div>
        )}
      </Fact>
      <Fact name="Last signed in">
        {last || user.lastSignedInAt ? <When at={last?.at ?? user.lastSignedInAt ?? ''} /> : 'Never'}
        {last?.ip && <div className={classes.small}>from {last.ip}</div>}
        {earlier.length > 0 && (
          <details className={classes.small}>
            <summary>Earlier sign-ins</summary>
            <ul className={classes.earlier}>
              {earlier.map(({ at, ip }) => (
                <li key={at}>
                  <When at={at} />
                  {ip && ` from ${ip}`}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Fact>
      <Fact name="Signed in now">
        {user.sessions === 0 ? 'No' : user.sessions === 1 ? 'On 1 device' : `On ${user.sessions} devices`}
      </Fact>
      <Fact name="Access ends">{user.accessExpiresAt ? <When at={user.accessExpiresAt} /> : 'No end'}</Fact>
      {user.deactivatedAt && (
        <Fact name={user.closedAt ? 'Closed by the person' : 'Deactivated'}>
          <When at={user.closedAt ?? user.deactivatedAt} />
        </Fact>
      )}
      {user.reports > 0 && (
        <Fact name="Reported messages">{user.reports === 1 ? '1 message' : `${user.reports} messages`}</Fact>
      )}
    </Facts>
  )
}
