import { counted, countText } from '@deedbox/contract/counts.ts'
import type { MatterRun } from '@deedbox/contract/matter-runs.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Anchor, Button, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'

const mattersText = (count: number) => counted(count, 'matter was', 'matters were')
type Kept = { id: string; name: string; why: string }

/** Lists the runs that made matters of clients, which can be undone until a day. */
export function MatterRuns() {
  const [undoing, setUndoing] = useState<MatterRun | null>(null)
  const [kept, setKept] = useState<Kept[]>([])
  const { data } = useQuery({
    queryKey: ['matters', 'runs'],
    queryFn: async ({ signal }) => (await call('GET /api/matter-runs', { signal })).runs,
  })
  return (
    <>
      {data?.map((run) => (
        <Text key={run.id} size="sm" mt="md">
          {mattersText(run.matters)} made of clients by {run.begunByName}, <When at={run.begunAt} />.{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setUndoing(run)}>
            Undo
          </Button>{' '}
          ends <When at={run.undoUntil} />
        </Text>
      ))}
      {kept.length > 0 && (
        <Alert
          color="amber"
          role="status"
          mt="md"
          title={`${mattersText(kept.length)} kept, because somebody has changed ${kept.length === 1 ? 'it' : 'them'}`}
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setKept([])}
        >
          <List size="sm">
            {kept.map(({ id, name, why }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={`/matters/${id}`}>
                  {name}
                </Anchor>
                : {why}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {undoing && (
        <ConfirmDialog
          onClose={() => setUndoing(null)}
          title={`Undo the ${countText(undoing.matters)} that were made of clients?`}
          confirm="Undo"
          destructive
          failure={screen.matterRunUndoFailed}
          act={async () => {
            try {
              const { removed, left } = await undoAll(undoing.id)
              toast.success(`${mattersText(removed)} removed again`)
              setKept(left)
            } finally {
              await refreshEverything()
            }
          }}
        >
          Their documents stay and are in no matter then. A matter that somebody has changed since, with a
          party, a date, a note, a share or another document, is kept and named.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Undoes a run, some matters at a time. What a fault leaves is undone by the next press. */
async function undoAll(runId: string): Promise<{ removed: number; left: Kept[] }> {
  const left: Kept[] = []
  let removed = 0
  let after: string | null = null
  do {
    const answer: { removed: number; kept: Kept[]; next: string | null } = await call(
      'POST /api/matter-runs/:runId/undo',
      { params: { runId }, body: { after } },
    )
    removed += answer.removed
    left.push(...answer.kept)
    after = answer.next
  } while (after)
  return { removed, left }
}
