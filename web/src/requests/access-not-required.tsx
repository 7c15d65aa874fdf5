import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from '../ui/states.tsx'

/** Message to trustees instead of the Request Access form (specification, section 2). */
export function AccessNotRequired() {
  return (
    <EmptyState
      icon={IconShieldCheck}
      title="Access Not Required - You have full access as a Trustee"
      action={
        <Button component={Link} to="/documents" variant="default">
          My Documents
        </Button>
      }
    />
  )
}
