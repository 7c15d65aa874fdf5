import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ProfilePage } from '../profile/profile-page.tsx'
import { LinkProvider, UnlinkButton } from '../providers/linking.tsx'
import { AccountSecurity } from '../security/account-security.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const linking = {
  link: <LinkProvider />,
  unlink: (identity: { id: string; provider: string }) => <UnlinkButton identity={identity} />,
}

/** Page /profile */
export function Component() {
  return (
    <>
      <PageHeader
        title="Profile"
        actions={
          <Button
            component={Link}
            to="/settings"
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden="true" />}
          >
            Settings
          </Button>
        }
      />
      <ProfilePage security={<AccountSecurity linking={linking} />} />
    </>
  )
}
