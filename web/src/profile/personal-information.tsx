import { phoneText } from '@deedbox/contract/phone.ts'
import type { Profile } from '@deedbox/contract/profile.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countryName } from '../ui/address-fields.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { Fact, Facts } from './facts.tsx'

const or = (text: string) => text || '—'

/** The person's stored details; their email is changed separately, with codes. */
export function PersonalInformation({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Facts>
        <Fact name="First name">{or(profile.firstName)}</Fact>
        <Fact name="Last name">{or(profile.lastName)}</Fact>
        <Fact name="Email">
          {profile.email}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
            Change email
          </Button>
        </Fact>
        <Fact name="Phone">{or(phoneText(profile.phone))}</Fact>
        <Fact name="Address">{or(profile.address)}</Fact>
        <Fact name="City">{or(profile.city)}</Fact>
        <Fact name="State">{or(profile.state)}</Fact>
        <Fact name="Postal code">{or(profile.postalCode)}</Fact>
        {profile.country !== 'AU' && <Fact name="Country">{countryName(profile.country)}</Fact>}
      </Facts>
      {changing && <EmailDialog onClose={() => setChanging(false)} />}
    </>
  )
}
