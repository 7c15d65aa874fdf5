import { errors } from '@deedbox/contract/refusals/identity.ts'
import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { arrive } from '../lib/session.ts'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { NewPassword, refuseWeak, weakFields } from '../ui/new-password.tsx'
import { emailRule, required } from '../ui/rules.ts'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AuthCard, FormStack } from './auth-card.tsx'

/** Codes for a token that no link has: too short, too long or broken. Other errors say nothing about the link and are tried again. */
const notALink = new Set<ApiError['code']>(['invalid-input', 'malformed-request', 'address-too-long'])

/** Page /setup/:token: creates the first administrator, with the link that the first start printed. */
export function SetUp() {
  const { token = '' } = useParams()
  const link = useQuery({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => call('GET /api/setup/:token', { params: { token }, signal }),
    retry: false,
  })
  const refused = link.error instanceof ApiError && notALink.has(link.error.code)
  if (link.error && !refused)
    return <ErrorState title="Failed to check the set-up link" error={link.error} onRetry={link.refetch} />
  if (refused || link.data?.valid === false)
    return (
      <AuthCard title="Set-up link not valid">
        <Text mb="lg" role="alert">
          {errors['setup-link-invalid'].message}
        </Text>
        <Button component={Link} to="/login" fullWidth>
          Sign In
        </Button>
      </AuthCard>
    )
  return <SetUpForm token={token} ready={link.data !== undefined} />
}

function SetUpForm({ token, ready }: { token: string; ready: boolean }) {
  const navigate = useNavigate()
  const form = useServerForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validate: { firstName: required, lastName: required, email: emailRule, password: required },
    fieldOf: { ...weakFields, 'user-exists': 'email' },
    async send(values) {
      await refuseWeak(values.password, values)
      const here = await call('POST /api/setup/:token', { params: { token }, body: values })
      toast.success('Deedbox is ready.')
      await arrive(here)
      await navigate('/dashboard', { replace: true })
    },
  })
  return (
    <AuthCard
      title="Set up Deedbox"
      lead="Create the first administrator: the person who confirms trustees and invites everyone else."
    >
      <FormStack onSubmit={form.submit}>
        <FormFailure error={form.failure}>{messageOf(form.failure)}</FormFailure>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            autoFocus
            {...form.getInputProps('firstName')}
          />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <NewPassword
          password={form.values.password}
          owner={form.values}
          inputProps={form.getInputProps('password')}
        />
        <SubmitButton busy={form.busy} disabled={!ready} fullWidth>
          Create administrator
        </SubmitButton>
      </FormStack>
    </AuthCard>
  )
}
