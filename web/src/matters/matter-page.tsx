import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/matters.ts'
import { Button } from '@mantine/core'
import { IconBriefcaseOff, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { useKeptRefusal } from '../lib/kept-refusal.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { MatterFacts } from './facts.tsx'
import { MatterDialog } from './matter-dialog.tsx'
import { useMatter } from './queries.ts'

const back = { to: '/matters', label: 'All matters' }

/** A matter: its facts first, then the `parts`, which belong to other domains; `actions` stand beside Edit. */
export function MatterPage(props: {
  matterId: string
  actions: (matter: Matter) => ReactNode
  parts: (matter: Matter, edit: () => void) => ReactNode
}) {
  const asked = useMatter(props.matterId)
  const { data: matter, refetch } = asked
  const error = useKeptRefusal(asked, props.matterId)
  const [editing, setEditing] = useState(false)
  if (!matter && !error) return <PageLoading />
  const gone = error instanceof ApiError && (error.status === 404 || error.code === 'invalid-input')
  if (!matter || gone)
    return (
      <>
        <PageHeader title="Matter" back={back} />
        {gone ? (
          <EmptyState icon={IconBriefcaseOff} title={errors['matter-not-found'].message}>
            It does not exist, or you may not see it.
          </EmptyState>
        ) : (
          <ErrorState title={screen.loadMatter} error={error} onRetry={refetch} />
        )}
      </>
    )
  return (
    <>
      <PageHeader
        title={matter.name}
        back={back}
        actions={
          matter.can.edit && (
            <>
              {props.actions(matter)}
              <Button
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            </>
          )
        }
      />
      <MatterFacts matter={matter} />
      {props.parts(matter, () => setEditing(true))}
      {editing && <MatterDialog matter={matter} onClose={() => setEditing(false)} />}
    </>
  )
}
