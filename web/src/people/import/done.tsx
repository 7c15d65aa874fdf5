import { counted, countText } from '@deedbox/contract/counts.ts'
import { Alert, Button, Progress, Stack, Text } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../lib/api.ts'
import { holds, useUser } from '../../lib/session.ts'
import type { Imported } from './send.ts'

const pollMs = 3_000

/** Result of an import: people invited, and the number of their emails that still wait to be sent. */
export function Done({ imported, back }: { imported: Imported; back: { to: string; label: string } }) {
  const everyone = holds(useUser(), 'canManageSystem')
  const { data } = useQuery({
    queryKey: ['users', 'imported-mails', imported.at],
    queryFn: ({ signal }) => call('GET /api/users/import/mails', { query: { since: imported.at }, signal }),
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : pollMs),
  })
  const all = imported.invited + imported.replaced
  const sent = data?.sent ?? 0
  return (
    <Stack maw="44rem">
      <Alert color="eucalyptus" icon={<IconMailCheck />} role="status" title={title(all)}>
        {imported.replaced > 0 && `${countText(imported.replaced)} of them got a new invitation. `}
        {imported.organizations > 0 &&
          `${counted(imported.organizations, 'new organisation was', 'new organisations were')} created. `}
        The emails are being sent. You can leave this page.
      </Alert>
      <div>
        <Text size="sm" mb={4} role="status">
          {countText(sent)} of {countText(all)} emails sent
          {data && data.waiting > 0 && `, ${countText(data.waiting)} waiting`}
          {data && data.failed > 0 && `, ${countText(data.failed)} failed`}
        </Text>
        <Progress value={all === 0 ? 100 : (100 * sent) / all} aria-label="Emails sent" />
      </div>
      {everyone && data && data.failed > 0 && (
        <Text size="sm">
          You can send failed emails again under <Link to="/admin/mail">Email</Link>.
        </Text>
      )}
      <div>
        <Button component={Link} to={back.to}>
          {back.label}
        </Button>
      </div>
    </Stack>
  )
}

const title = (count: number) => counted(count, 'person is invited', 'people are invited')
