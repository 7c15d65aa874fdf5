import { limits } from '@deedbox/contract/limits.ts'
import { errors, screen, success } from '@deedbox/contract/messages.ts'
import { Anchor, Button, Text } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError, call } from '../lib/api.ts'
import { refreshSession } from '../lib/query.ts'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { weakFields } from '../ui/new-password.tsx'
import { PasswordField, StrengthMeter } from '../ui/password-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AuthCard, FormStack } from './auth-card.tsx'

/** /reset-password?token=…: sets a new password with an emailed link, which works once within an hour. */
export function ResetPassword() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const token = query.get('token') ?? ''

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
      // A reset signs the person out everywhere, also here.
      await refreshSession()
      await navigate('/login', { replace: true })
    },
  })

  const spent = form.failure instanceof ApiError && form.failure.code === 'reset-link-invalid'
  // The server rejects a token that is too short as invalid input; the form has no field to show that under.
  const malformed = form.failure instanceof ApiError && form.failure.fields.token !== undefined
  const back = (
    <Anchor component={Link} to="/login" inherit>
      Back to login
    </Anchor>
  )
  if (token === '' || spent || malformed)
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
        <PasswordField
          label="New password"
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <StrengthMeter password={form.values.password} />
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
