import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/kernel.ts'
import { scopesText } from '@deedbox/contract/token-scopes.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { SecurityItem, SecurityList } from './security-list.tsx'
import { SecurityPart } from './security-part.tsx'

const TokenDialog = lazy(() => import('./token-dialog.tsx'))

type Token = Answer<'GET /api/tokens'>['tokens'][number]

/** Personal access tokens, by which the person's own software may use Deedbox as them. */
export function TokensPart() {
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'tokens'],
    queryFn: ({ signal }) => call('GET /api/tokens', { signal }),
  })
  const [creating, setCreating] = useState(false)
  return (
    <SecurityPart
      title="Access tokens"
      lead={
        <>
          For scripts and other software that use Deedbox as you. How to use one is in the{' '}
          <a href="/api/docs">API reference</a>.
        </>
      }
      action={
        <Button variant="default" onClick={() => setCreating(true)}>
          Create access token
        </Button>
      }
    >
      {error && !data && <ErrorState title={screen.loadTokens} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={64} mt="md" />}
      {data && data.tokens.length > 0 && (
        <SecurityList label="Access tokens">
          {data.tokens.map((token) => (
            <TokenItem key={token.id} token={token} />
          ))}
        </SecurityList>
      )}
      {creating && (
        <Suspense>
          <TokenDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </SecurityPart>
  )
}

function TokenItem({ token }: { token: Token }) {
  const [asked, setAsked] = useState(false)
  return (
    <SecurityItem
      icon={IconKey}
      name={token.name}
      action={
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`End ${token.name}`}
          onClick={() => setAsked(true)}
        >
          End
        </Button>
      }
    >
      <div>{scopesText(token.scopes)}</div>
      <div>
        Created <When at={token.createdAt} />
      </div>
      <div>
        {token.lastUsedAt ? (
          <>
            Last used <When at={token.lastUsedAt} />
          </>
        ) : (
          'Never used'
        )}
      </div>
      <div>
        Ends <When at={token.expiresAt} />
      </div>
      {asked && (
        <ConfirmDialog
          title={`End the access token ${token.name}?`}
          confirm="End access token"
          destructive
          failure={screen.tokenEndFailed}
          act={async () => {
            await call('DELETE /api/tokens/:tokenId', { params: { tokenId: token.id } })
            toast.success(success.tokenEnded)
            await queryClient.invalidateQueries({ queryKey: ['security'] })
          }}
          onClose={() => setAsked(false)}
        >
          Software that uses it is refused from now on: “{errors['token-invalid'].message}”
        </ConfirmDialog>
      )}
    </SecurityItem>
  )
}
