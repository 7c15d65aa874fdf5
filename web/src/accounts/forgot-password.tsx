import { screen, success } from '@deedbox/contract/messages.ts'
import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { useCaptcha } from '../ui/captcha.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AuthCard, FormStack } from './auth-card.tsx'
import { useReturnTo } from './return-to.ts'

/** Page /forgot-password: asks for a reset link; the answer is the same whether or not the account exists. */
export function ForgotPassword() {
  const { carry } = useReturnTo()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const captcha = useCaptcha()
  const form = useServerForm({
    initialValues: { email: '' },
    validate: { email: emailRule },
    async send({ email }) {
      await call('POST /api/password/forgot', { body: { email, ...captcha.proof() } })
      setSentTo(email.trim())
      toast.success('Check your email for the reset link.', success.resetMailTitle)
    },
  })
  const back = (
    <Anchor component={Link} to={carry('/login')} inherit>
      Back to login
    </Anchor>
  )

  if (sentTo !== null)
    return (
      <AuthCard key="sent" title={screen.checkEmail} footer={back}>
        <Text>
          If <strong>{sentTo}</strong> has an account, we will email you a link to set a new password. It
          works once and expires after one hour.
        </Text>
        <Text c="dimmed" size="sm" mt="sm" mb="lg">
          No email after a few minutes? Look in your spam folder, or check the address.
        </Text>
        <Button variant="default" fullWidth onClick={() => setSentTo(null)}>
          Try another address
        </Button>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Forgot your password?"
      lead="Enter the email address of your account and we will send you a link to set a new password."
      footer={back}
    >
      <FormStack onSubmit={form.submit}>
        <FormFailure error={form.failure} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        {captcha.widget}
        <SubmitButton busy={form.busy} fullWidth>
          Send reset link
        </SubmitButton>
      </FormStack>
    </AuthCard>
  )
}
