import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError, call } from '../lib/api.ts'
import { refreshSession } from '../lib/query.ts'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { NewPassword, weakFields } from '../ui/new-password.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AuthCard, FormStack } from './auth-card.tsx'

/** Owner of the password, whom the link does not name and only the server knows. */
const unknown = { email: '', firstName: '', lastName: '' }

/** Tells whether the token is too short or too long to be one. */
const isMalformed = (error: unknown) => error instanceof ApiError && error.code === 'invalid-input'

/** Page /reset-password?token=…: sets a new password with an emailed link, which works once within an hour. */
export function ResetPassword() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => call('POST /api/password/reset/check', { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
    // Link checked once, so that typed text stays; sending the form checks it again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (token === '' || isMalformed(link.error) || link.data?.valid === false) return <LinkInvalid />
  if (link.error)
    return <ErrorState title={screen.resetLinkCheckFailed} error={link.error} onRetry={link.refetch} />
  return link.data ? <NewPasswordForm token={token} /> : <PageLoading />
}

const back = (
  <Anchor component={Link} to="/login" inherit>
    Back to login
  </Anchor>
)

function LinkInvalid() {
  return (
    <AuthCard key="invalid" title="Link not valid" footer={back}>
      <Text mb="lg" role="alert">
        {errors['reset-link-invalid'].message}
      </Text>
      <Button component={Link} to="/forgot-password" fullWidth>
        Request a new link
      </Button>
    </AuthCard>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useServerForm({
    initialValues: { password: '', confirm: '' },
    validate: {
      password: (password) => (password.length < limits.password.min ? screen.passwordShort : null),
      confirm: (confirm, { password }) => (confirm !== password ? screen.passwordsDiffer : null),
    },
    fieldOf: weakFields,
    async send({ password }) {
      await call('POST /api/password/reset', { body: { token, password } })
      toast.success(success.passwordReset)
      // Resetting signs the person out everywhere, here too.
      await refreshSession()
      await navigate('/login', { replace: true })
    },
  })

  // Link that was used meanwhile, in another tab for example, or is too old.
  if (form.failure instanceof ApiError && form.failure.code === 'reset-link-invalid') return <LinkInvalid />
  return (
    <AuthCard
      title="Set a new password"
      lead="You will then be signed out on all your devices."
      footer={back}
    >
      <FormStack onSubmit={form.submit}>
        <FormFailure error={form.failure}>
          {form.failure instanceof ApiError ? form.failure.message : screen.unexpected}
        </FormFailure>
        <NewPassword
          label="New password"
          password={form.values.password}
          owner={unknown}
          rule="reset"
          inputProps={{ autoFocus: true, ...form.getInputProps('password') }}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...form.getInputProps('confirm')}
        />
        <SubmitButton busy={form.busy} fullWidth>
          Reset password
        </SubmitButton>
      </FormStack>
    </AuthCard>
  )
}
