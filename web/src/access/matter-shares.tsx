import { counted, countText } from '@deedbox/contract/counts.ts'
import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { MatterShare } from '@deedbox/contract/matter-shares.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { fill, screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/matters.ts'
import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { AccessBadge, AccessEnds } from '../ui/access-ends.tsx'
import { CancelButton } from '../ui/cancel-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { useMatterShares } from '../ui/use-matter-shares.ts'
import { When } from '../ui/when.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './access.module.css'

const MatterShareDialog = lazy(async () => ({
  default: (await import('./matter-share-dialog.tsx')).MatterShareDialog,
}))

/** People with whom a matter is shared as a whole, until when, with Share, Renew and End. Renders nothing but the button where it is shared with nobody. */
export function MatterShares({ matter }: { matter: Matter }) {
  const { data, error, refetch } = useMatterShares(matter.id)
  const [sharing, setSharing] = useState(false)
  const [renewing, setRenewing] = useState<MatterShare | null>(null)
  const [ending, setEnding] = useState<MatterShare | null>(null)
  const columns = useMemo(() => columnsOf(setRenewing, setEnding), [])
  if (error && !data) return <ErrorState title={screen.loadMatterShares} error={error} onRetry={refetch} />
  const today = data?.today ?? { documents: 0, archived: 0 }
  const tooMany = today.documents > limits.matterGrants
  return (
    <Stack gap="sm" mb="md">
      <div>
        <Button
          variant="default"
          leftSection={<IconUserPlus size={16} aria-hidden="true" />}
          disabled={!data || today.documents === 0 || tooMany}
          {...(tooMany && { 'aria-describedby': 'matter-too-large' })}
          onClick={() => setSharing(true)}
        >
          Share this matter
        </Button>
      </div>
      {tooMany && (
        <p id="matter-too-large" className={classes.quiet}>
          {fill(errors['matter-too-large'].message, { limit: countText(limits.matterGrants) })}
        </p>
      )}
      {data && data.shares.length > 0 && (
        <DataTable
          label="Shares of this matter"
          columns={columns}
          rows={data.shares}
          rowKey={({ id }) => id}
          expected={1}
        />
      )}
      <Suspense>
        {sharing && <MatterShareDialog matter={matter} today={today} onClose={() => setSharing(false)} />}
      </Suspense>
      {renewing && <RenewShare matter={matter} share={renewing} onClose={() => setRenewing(null)} />}
      {ending && (
        <ConfirmDialog
          onClose={() => setEnding(null)}
          title={`End ${ending.name}'s share of ${matter.name}?`}
          confirm="End the share"
          destructive
          failure={screen.matterShareEndFailed}
          act={async () => {
            const params = { matterId: matter.id, shareId: ending.id }
            try {
              const { ended } = await call('POST /api/matters/:matterId/shares/:shareId/end', { params })
              toast.success(`The share has ended, and with it access to ${counted(ended, 'document')}`)
            } finally {
              await refreshEverything()
            }
          }}
        >
          Access to {counted(ending.documents, 'document')} ends immediately, even where one is open right
          now. What was shared with {ending.name} by itself stays.
        </ConfirmDialog>
      )}
    </Stack>
  )
}

const columnsOf = (
  renew: (share: MatterShare) => void,
  end: (share: MatterShare) => void,
): Column<MatterShare>[] => [
  {
    heading: 'Person',
    kind: 'main',
    cell: ({ name, email, invited }) => (
      <div className={classes.person}>
        <Cut text={name} />
        <div className={classes.small}>
          <Cut
            text={[name !== email && email, invited && 'invited, no account yet'].filter(Boolean).join(' · ')}
          />
        </div>
      </div>
    ),
  },
  {
    heading: 'Shared',
    width: '32%',
    cell: ({ documents, later, accessLevel }) => (
      <div className={classes.person}>
        {`${counted(documents, 'document')}${later ? ' and later ones' : ''}`}
        <div className={classes.small}>{accessLevelLabels[accessLevel]}</div>
      </div>
    ),
  },
  {
    heading: 'Given',
    width: '8.5rem',
    kind: 'number',
    minor: true,
    cell: ({ givenAt }) => <WhenStacked at={givenAt} />,
  },
  {
    heading: 'Ends',
    kind: 'number',
    width: '16.5rem',
    cell: ({ endsAt }) => (
      <span className={classes.dated}>
        <AccessBadge at={endsAt} />
        <AccessEnds at={endsAt} />
      </span>
    ),
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '10.5rem',
    cell: (share) => (
      <>
        <Button size="compact-sm" variant="subtle" onClick={() => renew(share)}>
          Renew<VisuallyHidden> {share.name}'s share</VisuallyHidden>
        </Button>
        <Button size="compact-sm" variant="subtle" color="wax" onClick={() => end(share)}>
          End<VisuallyHidden> {share.name}'s share</VisuallyHidden>
        </Button>
      </>
    ),
  },
]

function RenewShare(props: { matter: Matter; share: MatterShare; onClose: () => void }) {
  const { matter, share } = props
  const form = useServerForm({
    initialValues: { expiresOn: noDay },
    days: { expiresOn: { kind: 'future', required: screen.dayRequired } },
    send: async ({ expiresOn }) => {
      const params = { matterId: matter.id, shareId: share.id }
      const { renewed } = await call('POST /api/matters/:matterId/shares/:shareId/renew', {
        params,
        body: { expiresOn: expiresOn ?? '' },
      })
      toast.success(`The share is renewed, and with it access to ${counted(renewed, 'document')}`)
      props.onClose()
      void refreshEverything()
    },
  })
  return (
    <Dialog onClose={props.onClose} title={`Renew ${share.name}'s share of ${matter.name}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <p style={{ margin: 0 }}>
            It ends <When at={share.endsAt} />. All access that it gave gets the new end.
          </p>
          <UntilWhen label="New last day" quick autoFocus {...form.day('expiresOn')} />
          <FormFailure title={screen.matterShareRenewFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={props.onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Renew the share</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
