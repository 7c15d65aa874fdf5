import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import type { DueDate } from './queries.ts'
import type { Settling } from './settle-dialog.tsx'
import { DueStatusBadge } from './status.tsx'
import { kindText, remindText, repeatText } from './words.ts'

/** All about one date, and what can be done with it. */
export function DueFacts(props: {
  due: DueDate
  onAct: (act: Settling | 'change') => void
  onClose: () => void
}) {
  const { due, onAct, onClose } = props
  const reopen = useMutation({
    mutationFn: () => call('POST /api/due-dates/:dueDateId/reopen', { params: { dueDateId: due.id } }),
    onSuccess: async () => {
      toast.success('Date open again')
      onClose()
      await refreshEverything()
    },
    onError: (error) => toast.failure('Failed to open the date again', error),
  })
  return (
    <Dialog onClose={onClose} title={due.title}>
      <Stack>
        <DueStatusBadge {...due} />
        <Facts>
          <Fact name="Kind">{kindText(due)}</Fact>
          <Fact name="Day">{due.dueOn && <When at={due.dueOn} />}</Fact>
          <Fact name="Matter">
            {due.matter && <Link to={`/matters/${due.matter.id}`}>{due.matter.name}</Link>}
          </Fact>
          <Fact name="Document">
            {due.document && <Link to={`/documents/${due.document.id}`}>{due.document.title}</Link>}
          </Fact>
          <Fact name="Words of the deed, or notes">{due.words}</Fact>
          <Fact name="Clause and page">{due.clause}</Fact>
          <Fact name="Repeats">{repeatText(due.repeats)}</Fact>
          <Fact name="Reminders">{remindText(due.remindDays)}</Fact>
          <Fact name="Who is reminded">{due.people.map(({ name }) => name).join(', ')}</Fact>
          {due.reason && <Fact name={due.settled ? 'Note' : 'Postponed because'}>{due.reason}</Fact>}
          {due.settled && (
            <Fact name="Recorded">
              <When at={due.settled.at} /> by {due.settled.by}
            </Fact>
          )}
        </Facts>
        {due.can.edit && (
          <Group gap="xs">
            {due.status === 'open' ? (
              <>
                <Button onClick={() => onAct('done')}>Done</Button>
                <Button variant="default" onClick={() => onAct('postpone')}>
                  Postpone
                </Button>
                <Button variant="default" onClick={() => onAct('not-needed')}>
                  Not needed
                </Button>
                <Button variant="default" onClick={() => onAct('change')}>
                  Change
                </Button>
              </>
            ) : (
              <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
                Open again
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
