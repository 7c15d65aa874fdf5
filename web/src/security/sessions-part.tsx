import { counted } from '@deedbox/contract/counts.ts'
import { signInMethods } from '@deedbox/contract/security.ts'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { deviceIcon, placeText, ThisDevice } from './from.tsx'
import { SecurityItem, SecurityList } from './security-list.tsx'
import { SecurityPart } from './security-part.tsx'

type Session = Answer<'GET /api/sessions'>['sessions'][number]

const refresh = () => queryClient.invalidateQueries({ queryKey: ['security'] })
const methodsText = ({ methods }: Session) =>
  methods.map((method) => signInMethods[method] ?? method).join(', ')

/** Sessions of the person; a button ends each, and another all others at once. */
export function SessionsPart() {
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'sessions'],
    queryFn: ({ signal }) => call('GET /api/sessions', { signal }),
  })
  const [asked, setAsked] = useState(false)
  const others = (data?.sessions.length ?? 1) - 1
  return (
    <SecurityPart
      title="Where you are signed in"
      action={
        others > 0 && (
          <Button variant="default" onClick={() => setAsked(true)}>
            Sign out all others
          </Button>
        )
      }
    >
      {error && !data && <ErrorState title="Failed to load sessions" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={64} mt="md" />}
      {data && (
        <SecurityList label="Where you are signed in">
          {data.sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </SecurityList>
      )}
      {asked && (
        <ConfirmDialog
          title="Sign out on all other devices?"
          confirm="Sign out all others"
          failure="Failed to sign out the others"
          act={async () => {
            const { ended } = await call('DELETE /api/sessions')
            toast.success(`${counted(ended, 'session')} ended`)
            await refresh()
          }}
          onClose={() => setAsked(false)}
        >
          {others === 1 ? 'One session ends' : `${others} sessions end`} at once, with downloads that are
          under way, and no other device is remembered any longer. You stay signed in here. Personal access
          tokens stay too.
        </ConfirmDialog>
      )}
    </SecurityPart>
  )
}

function SessionItem({ session }: { session: Session }) {
  const { device } = session
  const place = placeText(session)
  const end = useMutation({
    async mutationFn() {
      await call('DELETE /api/sessions/:sessionId', { params: { sessionId: session.id } })
      toast.success(`${device} is signed out`)
      await refresh()
    },
    onError: (failure) => toast.failure('Failed to sign out', failure),
  })
  return (
    <SecurityItem
      icon={deviceIcon(device)}
      name={device}
      mark={session.current && <ThisDevice />}
      action={
        !session.current && (
          <Button
            variant="default"
            size="compact-sm"
            loading={end.isPending}
            aria-label={`Sign out ${[device, place].filter(Boolean).join(', ')}`}
            onClick={() => end.mutate()}
          >
            Sign out
          </Button>
        )
      }
    >
      {place && <div>{place}</div>}
      <div>
        Last used <When at={session.usedAt} />
      </div>
      <div>
        Signed in <When at={session.signedInAt} />
        {session.methods.length > 0 && ` with ${methodsText(session)}`}
        {session.kind === 'api' && ', by a program'}
      </div>
    </SecurityItem>
  )
}
