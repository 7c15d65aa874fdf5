import { counted } from '@deedbox/contract/counts.ts'
import type { UserDetail } from '@deedbox/contract/people.ts'
import { signInResults } from '@deedbox/contract/security.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { When } from '../ui/when.tsx'
import classes from './people.module.css'

const kindNames = { totp: 'Authenticator app', passkey: 'Passkey', phone: 'Phone number' } as const

/** A person's details. */
export function PersonFacts({ user }: { user: UserDetail }) {
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
        {user.lastSignedInAt ? <When at={user.lastSignedInAt} /> : 'Never'}
        {user.signIns.length > 0 && (
          <details className={classes.small}>
            <summary>Last sign-ins</summary>
            <ul className={classes.earlier}>
              {user.signIns.map(({ id, at, result, device, place, address }) => (
                <li key={id}>
                  {signInResults[result]} <When at={at} />
                  <div>{[device, place, address].filter(Boolean).join(' · ')}</div>
                </li>
              ))}
            </ul>
          </details>
        )}
      </Fact>
      <Fact name="Signed in now">
        {user.sessions === 0 ? 'No' : user.sessions === 1 ? 'On 1 device' : `On ${user.sessions} devices`}
      </Fact>
      <Fact name="Second factor">
        {user.factors.length === 0
          ? 'None'
          : [...new Set(user.factors)].map((kind) => kindNames[kind]).join(', ')}
      </Fact>
      <Fact name="Access ends">{user.accessExpiresAt ? <When at={user.accessExpiresAt} /> : 'No end'}</Fact>
      {user.deactivatedAt && (
        <Fact name={user.closedAt ? 'Closed by the person' : 'Deactivated'}>
          <When at={user.closedAt ?? user.deactivatedAt} />
        </Fact>
      )}
      {user.reports > 0 && <Fact name="Reported messages">{counted(user.reports, 'message')}</Fact>}
    </Facts>
  )
}
