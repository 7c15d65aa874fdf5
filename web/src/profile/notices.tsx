import { screen } from '@deedbox/contract/messages.ts'
import type { PushSubscriptionRow } from '@deedbox/contract/push.ts'
import { Button, Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { noticeAbility, subscribe, unsubscribe } from '../lib/notices.ts'
import { queryClient } from '../lib/query.ts'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import classes from './profile.module.css'

const queryKey = ['security', 'push']
const refresh = () => queryClient.invalidateQueries({ queryKey })

/** Notices in this browser, and the others that show them. */
export function Notices() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/push-subscriptions', { signal }),
  })
  if (error && !data) return <ErrorState title="Failed to load notices" error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={64} />
  const { publicKey, subscriptions } = data
  const here = subscriptions.find(({ current }) => current)
  return (
    <>
      <div className={classes.lead}>
        A notice on the lock screen or the desktop says what waits for you, whenever an email about it comes
        to you. Nobody on the way can read it. It ends when you sign out.
      </div>
      {publicKey ? (
        <Here publicKey={publicKey} here={here} />
      ) : (
        <div>This deployment sends no notices to devices.</div>
      )}
      {subscriptions.length > 0 && <Browsers subscriptions={subscriptions} />}
    </>
  )
}

const whyNot = {
  denied:
    'Notices from Deedbox are blocked in this browser. Allow them in the settings of the browser for this site, and load this page again.',
  'home-screen':
    'On an iPhone or iPad, notices come to the home screen only: press Share, then ‘Add to Home Screen’, open Deedbox from there, and switch them on here.',
  cannot: 'This browser cannot show notices. You can switch them on in another one.',
}

/** The switch of this browser, and what its notices say. */
function Here({ publicKey, here }: { publicKey: string; here: PushSubscriptionRow | undefined }) {
  const [ability, setAbility] = useState(noticeAbility)
  const turn = useMutation({
    async mutationFn(on: boolean) {
      if (!on) {
        await unsubscribe()
        if (here) await remove(here.id)
        return
      }
      const browser = await subscribe(publicKey).catch(() => toast.error(screen.noticesNoService))
      setAbility(noticeAbility())
      if (!browser) return
      await call('POST /api/push-subscriptions', { body: browser })
      toast.success('Notices are on in this browser')
    },
    onSettled: refresh,
    onError: (failure) => toast.failure('Failed to switch notices', failure),
  })
  const names = useMutation({
    mutationFn: (on: boolean) =>
      call('PUT /api/push-subscriptions/:pushSubscriptionId', {
        params: { pushSubscriptionId: here?.id ?? '' },
        body: { names: on },
      }),
    onSettled: refresh,
    onError: (failure) => toast.failure('Failed to change notices', failure),
  })
  const problem = ability !== 'can' && <div>{whyNot[ability]}</div>
  if (problem && !here) return problem
  return (
    <div className={classes.switches}>
      {problem}
      <Switch
        label="On this device"
        description="In this browser. Your browser asks you whether it may."
        checked={turn.isPending ? turn.variables : here !== undefined}
        disabled={turn.isPending}
        onChange={(event) => turn.mutate(event.currentTarget.checked)}
      />
      {here && (
        <Switch
          label="Name people and documents"
          description="Anyone who sees the screen can read them, even while it is locked."
          checked={names.isPending ? names.variables : here.names}
          onChange={(event) => names.mutate(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

const remove = (pushSubscriptionId: string) =>
  call('DELETE /api/push-subscriptions/:pushSubscriptionId', { params: { pushSubscriptionId } })

const Browsers = ({ subscriptions }: { subscriptions: PushSubscriptionRow[] }) => (
  <ul
    ref={useKeptFocus<HTMLUListElement>()}
    className={classes.own}
    aria-label="Browsers that show notices"
    tabIndex={-1}
  >
    {subscriptions.map((subscription) => (
      <Browser key={subscription.id} subscription={subscription} />
    ))}
  </ul>
)

function Browser({
  subscription: { id, current, device, place, addedAt },
}: {
  subscription: PushSubscriptionRow
}) {
  const test = useMutation({
    mutationFn: () =>
      call('POST /api/push-subscriptions/:pushSubscriptionId/test', { params: { pushSubscriptionId: id } }),
    onSuccess: () => toast.success(`A test was sent to ${device}`),
    onError(failure) {
      toast.failure('Failed to send a test', failure)
      return refresh()
    },
  })
  const end = useMutation({
    async mutationFn() {
      if (current) await unsubscribe()
      await remove(id)
      toast.success(`No more notices in ${device}`)
    },
    onSettled: refresh,
    onError: (failure) => toast.failure('Failed to remove this browser', failure),
  })
  return (
    <li>
      <div>
        {device}
        {current && ', this browser'}
        <div className={classes.small}>
          {place && `${place} · `}
          since <When at={addedAt} />
        </div>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          loading={test.isPending}
          aria-label={`Send a test to ${device}`}
          onClick={() => test.mutate()}
        >
          Send a test
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={end.isPending}
          aria-label={`Remove ${device}`}
          onClick={() => end.mutate()}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
