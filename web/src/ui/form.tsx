import { Alert } from '@mantine/core'
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import { queryClient, sessionKey } from '../lib/query.ts'

/**
 * A form that sends to the server. `send` may throw: what the server says of a field is put under that field with the
 * focus on the first, anything else is `failure`; what was typed stays. `busy` while it works; a second press does nothing.
 */
export function useServerForm<Values extends Record<string, unknown>>(options: {
  initialValues: Values
  validate?: FormValidateInput<Values>
  send: (values: Values) => Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | Error | null>(null)
  const working = useRef(false)
  const form = useForm<Values>({
    initialValues: options.initialValues,
    ...(options.validate ? { validate: options.validate } : {}),
  })

  const submit = form.onSubmit(
    async (values) => {
      if (working.current) return
      working.current = true
      setBusy(true)
      setFailure(null)
      try {
        await options.send(values)
      } catch (error) {
        const fields = error instanceof ApiError ? known(error.fields, values) : {}
        form.setErrors(fields)
        focusFirst(form, Object.keys(fields))
        if (Object.keys(fields).length === 0) setFailure(error instanceof Error ? error : new Error())
        if (error instanceof ApiError && ['not-signed-in', 'access-expired'].includes(error.code))
          void queryClient.invalidateQueries({ queryKey: sessionKey })
      } finally {
        working.current = false
        setBusy(false)
      }
    },
    (errors) => focusFirst(form, Object.keys(errors)),
  )
  return { ...form, submit, busy, failure, clearFailure: () => setFailure(null) }
}

/** The server's messages for the fields that this form has ('body.email' and 'email' are the same field). */
function known(fields: Record<string, string>, values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([path, message]) => [path.replace(/^body\./, ''), message] as const)
      .filter(([name]) => name in values),
  )
}

function focusFirst<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  faulty: string[],
) {
  const first = Object.keys(form.values).find((name) => faulty.includes(name))
  // After React has drawn the messages, so that a screen reader reads them with the field.
  if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus())
}

/** A refusal that belongs to no single field, where it happened. */
export function FormFailure({ error, title }: { error: unknown; title?: string }) {
  if (!error) return null
  return (
    <Alert color="wax" role="alert" icon={<IconAlertCircle />} {...(title ? { title } : {})}>
      {messageOf(error)}
    </Alert>
  )
}
