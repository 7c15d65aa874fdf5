import { counted, countText } from '@deedbox/contract/counts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { ClientWithout } from '@deedbox/contract/matter-runs.ts'
import { suggestedMatterKind } from '@deedbox/contract/matter-suggestion.ts'
import { type MatterKind, matterKinds } from '@deedbox/contract/matter-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, List, NativeSelect, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconBriefcase } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useUnsaved } from '../lib/unsaved.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './matters.module.css'

const kinds = Object.entries(matterKinds).map(([value, label]) => ({ value, label }))
const mattersText = (count: number) => counted(count, 'matter')
/** Tells whether one matter can be made of all documents of the client at once. */
const fits = ({ free }: ClientWithout) => free <= limits.bulk

/** Makes matters of clients that have none: chosen one by one or all that are found, each with a kind that can be changed, confirmed all at once. */
export function MakeMatters({ onClose }: { onClose: () => void }) {
  // The run has one id, so that what was made before a fault is undone together with the rest.
  const [runId] = useState(() => crypto.randomUUID())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [given, setGiven] = useState<Record<string, MatterKind>>({})
  const [done, setDone] = useState(0)
  const [left, setLeft] = useState<{ name: string; message: string }[]>([])
  const list = useInfiniteQuery({
    queryKey: ['matters', 'clients-without'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/matter-runs/clients', {
        query: { limit: 100, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnWindowFocus: false,
  })
  const rows = list.data?.pages.flatMap(({ clients }) => clients)
  const kindOf = (name: string) => given[name] ?? suggestedMatterKind(name)
  const finding = useMutation({
    mutationFn: async () => {
      let found = rows ?? []
      let more = list.hasNextPage
      while (more && found.length < limits.bulk) {
        const next = await list.fetchNextPage()
        found = next.data?.pages.flatMap(({ clients }) => clients) ?? found
        more = next.hasNextPage
      }
      const all = found.filter((client) => fits(client) && !client.named).slice(0, limits.bulk)
      setChosen(new Set(all.map(({ name }) => name)))
    },
  })
  const making = useMutation({
    mutationFn: async () => {
      const wanted = [...chosen]
      setDone(0)
      setLeft([])
      let made = 0
      const not: { name: string; message: string }[] = []
      for (let n = 0; n < wanted.length; n += limits.matterRun.atOnce) {
        const some = wanted.slice(n, n + limits.matterRun.atOnce)
        const body = { runId, clients: some.map((name) => ({ name, kind: kindOf(name) })) }
        const answer = await call('POST /api/matter-runs', { body })
        made += answer.made
        not.push(...answer.left)
        setDone(n + some.length)
        setChosen(new Set(wanted.slice(n + some.length)))
      }
      return { made, not }
    },
    onSuccess: ({ made, not }) => {
      if (made > 0) toast.success(`${mattersText(made)} made of clients`)
      setLeft(not)
      if (not.length === 0) onClose()
    },
    onSettled: () => void refreshEverything(),
  })
  const toggle = (name: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(name) && next.size < limits.bulk) next.add(name)
      return next
    })
  const busy = making.isPending
  useUnsaved(() => chosen.size > 0 && !busy)
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <Dialog onClose={close} title="Make matters of clients" size="xl">
      <Stack>
        <Text size="sm">
          Each client that you choose becomes a matter with its documents that are in none. The kind is
          suggested by the name: change it where it is wrong. Nobody gets or loses access. For{' '}
          {limits.matterRun.undoDays} days all of it can be undone.
        </Text>
        {list.error && !rows ? (
          <ErrorState
            title={screen.loadClientsWithoutMatter}
            error={list.error}
            onRetry={() => list.refetch()}
          />
        ) : !rows ? (
          <Skeleton height={176} radius="md" />
        ) : rows.length === 0 ? (
          <EmptyState icon={IconBriefcase} title="No client is left without a matter">
            No client has documents that are in no matter.
          </EmptyState>
        ) : (
          <>
            <div className={classes.choosing}>
              <Button
                size="compact-sm"
                variant="default"
                loading={finding.isPending}
                disabled={busy}
                onClick={() => finding.mutate()}
              >
                Choose all that are found
              </Button>
              {chosen.size > 0 && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  disabled={busy}
                  onClick={() => setChosen(new Set())}
                >
                  Choose none
                </Button>
              )}
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
            <ul className={classes.clients} aria-label="Clients without a matter" tabIndex={0}>
              {rows.map((client) => (
                <li key={client.name}>
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen.has(client.name)}
                      disabled={busy || !fits(client)}
                      onChange={() => toggle(client.name)}
                    />
                    <span>
                      {client.name}
                      <small>{aboutClient(client)}</small>
                    </span>
                  </label>
                  {fits(client) && (
                    <NativeSelect
                      size="xs"
                      aria-label={`Kind of ${client.name}`}
                      data={kinds}
                      disabled={busy}
                      value={kindOf(client.name)}
                      onChange={({ currentTarget: { value } }) =>
                        setGiven((before) => ({ ...before, [client.name]: value as MatterKind }))
                      }
                    />
                  )}
                </li>
              ))}
              {list.hasNextPage && (
                <li>
                  <LoadMore
                    shown={rows.length}
                    hasMore
                    busy={list.isFetchingNextPage}
                    error={list.error}
                    onMore={list.fetchNextPage}
                  />
                </li>
              )}
            </ul>
            <Text size="sm" c="dimmed" role="status">
              {chosen.size === 0
                ? 'None chosen'
                : `${countText(chosen.size)} chosen${chosen.size === limits.bulk ? ', as many as at once' : ''}`}
            </Text>
          </>
        )}
        {busy && (
          <Progress
            aria-label="Making matters"
            value={(100 * done) / Math.max(1, done + chosen.size)}
            animated
          />
        )}
        {left.length > 0 && (
          <Alert color="amber" role="status" title={`No matter was made of ${clientsText(left.length)}`}>
            <List size="sm">
              {left.map(({ name, message }) => (
                <List.Item key={name}>
                  {name}: {message}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {making.error && (
          <Alert color="wax" role="alert" icon={<IconAlertCircle />} title={screen.mattersOfClientsFailed}>
            {messageOf(making.error)} What was made so far is whole; press again for the rest.
          </Alert>
        )}
        <DialogButtons>
          <Button variant="default" onClick={close} disabled={busy}>
            {left.length > 0 ? 'Done' : 'Cancel'}
          </Button>
          <Button loading={busy} disabled={chosen.size === 0} onClick={() => making.mutate()}>
            {chosen.size === 0 ? 'Make matters' : `Make ${mattersText(chosen.size)}`}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

const clientsText = (count: number) => (count === 1 ? 'one client' : `${countText(count)} clients`)

const aboutClient = (client: ClientWithout) =>
  [
    fits(client)
      ? counted(client.free, 'document')
      : 'more than 1,000 documents: make the matter from the client’s page',
    client.partly && 'others are in a matter already, and stay there',
    client.named && 'there is a matter of this name: add them to it, unless this is another client',
  ]
    .filter(Boolean)
    .join(' · ')
