import { addMonths } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconRss } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { useToday } from '../lib/today.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'

/** Button with the dialog about the address at which calendar programs read what falls due. */
export function Feed() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRss size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        Subscribe
      </Button>
      {opened && (
        <Dialog onClose={() => setOpened(false)} title="What falls due, in your calendar program">
          <FeedAddress />
        </Dialog>
      )}
    </>
  )
}

/** Makes such an address, which is shown once, and withdraws those that there are: access tokens that can do nothing else. */
function FeedAddress() {
  const today = useToday()
  const [address, setAddress] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'tokens'],
    queryFn: ({ signal }) => call('GET /api/tokens', { signal }),
  })
  const feeds = data?.tokens.filter(({ scopes }) => scopes.join() === 'calendar')
  const make = useMutation({
    mutationFn: () =>
      call('POST /api/tokens', {
        body: {
          name: 'Calendar program',
          scopes: ['calendar'],
          expiresOn: addMonths(today, 12 * limits.token.livesYears),
        },
      }),
    onSuccess: ({ secret }) => {
      setAddress(
        window.location.origin + addressOf('GET /api/calendar/:token', { params: { token: secret } }),
      )
      void queryClient.invalidateQueries({ queryKey: ['security'] })
    },
    onError: (error) => toast.failure(screen.feedMakeFailed, error),
  })
  const withdraw = useMutation({
    mutationFn: (tokenId: string) => call('DELETE /api/tokens/:tokenId', { params: { tokenId } }),
    onSuccess: () => {
      setAddress(null)
      toast.success(success.feedWithdrawn)
      void queryClient.invalidateQueries({ queryKey: ['security'] })
    },
    onError: (error) => toast.failure(screen.feedWithdrawFailed, error),
  })
  return (
    <Stack>
      <Text>
        Outlook, Google Calendar and others can show what falls due, as far as you see it, at a secret
        address. It works for a year, or until you withdraw it.
      </Text>
      {address ? (
        <>
          <Alert color="amber" icon={<IconAlertTriangle />} title="Copy it now">
            It is not shown again. Anyone who has it sees titles, matters and days, and your calendar program
            keeps them.
          </Alert>
          <Textarea
            label="Address of your calendar"
            readOnly
            autosize
            spellCheck={false}
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group>
            <CopyButton text={address}>Copy the address</CopyButton>
          </Group>
        </>
      ) : (
        <Group>
          <Button loading={make.isPending} onClick={() => make.mutate()}>
            Make an address
          </Button>
        </Group>
      )}
      {error && !data && <ErrorState title={screen.loadTokens} error={error} onRetry={refetch} />}
      {feeds && feeds.length > 0 && (
        <Stack gap="xs" role="list" aria-label="Addresses">
          {feeds.map((feed) => (
            <Group key={feed.id} justify="space-between" role="listitem">
              <span>
                Made <When at={feed.createdAt} />
                {feed.lastUsedAt ? (
                  <>
                    , last read <When at={feed.lastUsedAt} />
                  </>
                ) : (
                  ', never read'
                )}
              </span>
              <Button
                variant="default"
                size="compact-sm"
                loading={withdraw.isPending && withdraw.variables === feed.id}
                onClick={() => withdraw.mutate(feed.id)}
              >
                Withdraw
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
