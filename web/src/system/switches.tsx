import { Link } from 'react-router'
import { When } from '../ui/when.tsx'
import { FactList } from './fact-list.tsx'
import type { System } from './facts.tsx'

const signUps: Record<System['settings']['signUp'], string> = {
  open: 'Anyone can make an account',
  invited: 'Only people with an invitation',
  closed: 'Nobody can make an account',
}

/** The settings about sign-up and the notice to everyone. */
export const Switches = ({ signUp, maintenance }: System['settings']) => (
  <FactList
    facts={[
      ['Sign-up', signUps[signUp]],
      [
        'Maintenance notice',
        maintenance ? (
          <>
            {maintenance.message} (ends <When at={maintenance.until} />)
          </>
        ) : (
          'None'
        ),
      ],
      [
        'Change',
        <Link key="change" to="/admin/settings">
          System Settings
        </Link>,
      ],
    ]}
  />
)
