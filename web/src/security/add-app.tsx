import { limits } from '@deedbox/contract/limits.ts'
import { Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { call } from '../lib/api.ts'
import { CodeField } from '../ui/code-field.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import classes from './factors.module.css'

/** Adds an authenticator app: its QR code or typed secret, and a code of it. `onAdded` gets the backup codes of a first factor. */
export function AddApp({ onAdded }: { onAdded: (backupCodes: string[] | null) => void }) {
  const begin = useMutation({ mutationFn: () => call('POST /api/factors/totp', { body: {} }) })
  const start = useEffectEvent(() => begin.mutate())
  useEffect(() => start(), [])
  if (begin.error)
    return (
      <ErrorState
        title="Failed to add an authenticator app"
        error={begin.error}
        onRetry={() => begin.mutate()}
      />
    )
  return (
    <Stack>
      <Text>
        An authenticator app shows a new code every 30 seconds. Your phone or password manager may have one,
        or you can install one.
      </Text>
      <ol className={classes.steps}>
        <li>
          <p className={classes.step}>Scan this picture with the app</p>
          {begin.data ? <Secret {...begin.data} /> : <Skeleton width={208} height={208} aria-busy="true" />}
        </li>
        <li>
          <p className={classes.step}>Enter the code that it shows</p>
          {begin.data && <Confirm key={begin.data.factorId} {...begin.data} onAdded={onAdded} />}
        </li>
      </ol>
    </Stack>
  )
}

function Secret({ qr, secret }: { qr: string; secret: string }) {
  const label = useId()
  return (
    <div className={classes.secret}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        width={208}
        height={208}
        alt="QR code for your authenticator app"
        className={classes.qr}
      />
      <div>
        <Text size="sm" id={label}>
          Or type this key:
        </Text>
        {/* Key in groups of four, which are easier to type; it is copied without spaces. */}
        <output className={classes.key} aria-labelledby={label}>
          {secret.match(/.{1,4}/g)?.map((group, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same, and none ever moves.
            <span key={place}>{group} </span>
          ))}
        </output>
        <CopyButton text={secret}>Copy the key</CopyButton>
      </div>
    </div>
  )
}

function Confirm(props: { factorId: string; onAdded: (backupCodes: string[] | null) => void }) {
  const [sent, setSent] = useState(0)
  const form = useServerForm({
    initialValues: { code: '', name: '' },
    validate: {
      code: (code) => (code.length === limits.code.digits ? null : 'Please enter the six digits'),
    },
    async send(body) {
      const params = { factorId: props.factorId }
      const added = await call('POST /api/factors/totp/:factorId/verify', { params, body })
      props.onAdded(added.backupCodes)
    },
  })
  // State: all digits are there; the last one sends the code, once for each.
  const complete = form.values.code.length === limits.code.digits
  const sendIt = useEffectEvent(() => form.submit())
  useEffect(() => {
    if (sent > 0) sendIt()
  }, [sent])
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} />
        <TextInput
          label="Name"
          description="To tell it from others, for example “My phone”."
          placeholder="Authenticator app"
          maxLength={limits.text.name}
          {...form.getInputProps('name')}
        />
        <CodeField
          label="Code"
          value={form.values.code}
          disabled={form.busy}
          autoFocus={false}
          error={typeof form.errors.code === 'string' ? form.errors.code : null}
          onChange={(code) => {
            form.setFieldValue('code', code)
            form.clearFieldError('code')
            if (code.length === limits.code.digits && code !== form.values.code) setSent(sent + 1)
          }}
        />
        <SubmitButton busy={form.busy} disabled={!complete}>
          Confirm
        </SubmitButton>
      </Stack>
    </form>
  )
}
