import { Alert, Button, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { AuthCard } from './auth-card.tsx'

/** Page /report/:token, linked in emails to people without an account. Opening the page reports nothing; the button does. */
export function ReportMessage() {
  const { token = '' } = useParams()
  const params = { token }
  const { data, error, refetch } = useQuery({
    queryKey: ['report', token],
    queryFn: ({ signal }) => call('GET /api/mail-reports/:token', { params, signal }),
    retry: false,
  })
  const report = useMutation({ mutationFn: () => call('POST /api/mail-reports/:token', { params }) })

  if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid-input'))
    return (
      <AuthCard title="Link not valid">
        <Text role="alert">{messageOf(error)}</Text>
      </AuthCard>
    )
  if (error) return <ErrorState title="Failed to load the message" error={error} onRetry={refetch} />
  if (!data) return null
  const { name, email } = data.sender
  if (data.reported || report.isSuccess)
    return (
      <AuthCard key="reported" title="Message reported">
        <Alert color="eucalyptus" role="status" icon={<IconCircleCheck />}>
          Thank you. You will not get any more messages from {name} through Deedbox. The administrators have
          been notified.
        </Alert>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Report this message?"
      lead={
        <>
          Deedbox sent it <When at={data.sentAt} />.
        </>
      }
    >
      <Text mb="sm">
        <strong>{name}</strong> ({email}) asked Deedbox to send you this message.
      </Text>
      <Text mb="lg">
        If you did not expect it, or it looks wrong, report it. Deedbox will then stop sending you messages
        from this person, and the administrators will look at what was sent.
      </Text>
      {report.error && (
        <Alert color="wax" role="alert" mb="md" title="Failed to report the message">
          {messageOf(report.error)}
        </Alert>
      )}
      <Button color="wax" fullWidth loading={report.isPending} onClick={() => report.mutate()}>
        Report this message
      </Button>
    </AuthCard>
  )
}
