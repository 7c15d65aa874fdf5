import { deviceText } from '@deedbox/contract/device.ts'
import type { Answer } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { When } from '../ui/when.tsx'
import { Fact, Facts } from './facts.tsx'
import classes from './profile.module.css'

type Place = { ip: string | null; userAgent: string | null }

const placeText = ({ ip, userAgent }: Place) => [deviceText(userAgent), ip].filter(Boolean).join(' · ')

export function AccountActivity({ activity }: { activity: Answer<'GET /api/profile'> }) {
  const { accessExpiresAt } = useUser()
  const { memberSince, session } = activity
  return (
    <Facts>
      <Fact name="Member since">
        <When at={memberSince} />
      </Fact>
      {accessExpiresAt && (
        <Fact name="Access expires">
          <When at={accessExpiresAt} />
        </Fact>
      )}
      <Fact name="Current session">
        <When at={session.startedAt} />
        <div className={classes.small}>{placeText(session)}</div>
      </Fact>
    </Facts>
  )
}
