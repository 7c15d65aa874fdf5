import { Providers } from '../providers/providers.tsx'
import { Settings } from '../settings/settings.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/settings */
export function Component() {
  return (
    <>
      <PageHeader
        title="System Settings"
        lead="What you save applies to everybody at once. The audit trail keeps the old and the new value."
      />
      <Settings />
      <Providers organizationId={null} />
    </>
  )
}
