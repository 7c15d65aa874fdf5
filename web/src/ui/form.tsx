import type { ErrorCode } from '@deedbox/contract/messages.ts'
import { Alert } from '@mantine/core'
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import { noticeSession } from '../lib/query.ts'

/**
 * A form that sends to the server. `send` may throw: what the server says of a field is put under that field with the
 * focus on the first, anything else is `failure`; what was typed stays. `busy` while it works; a second press does nothing.
 */
export function useServerForm<Values extends Record<string, unknown>>(options: {
  initialValues: Values
  validate?: FormValidateInput<Values>
  /** Refusals whose message belongs under a field, by code. */
  fieldOf?: Partial<Record<ErrorCode, keyof Values & string>>
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
        const fields =
          error instanceof ApiError ? fieldMessages(error, Object.keys(values), options.fieldOf ?? {}) : {}
        form.setErrors(fields)
        focusFirst(form, Object.keys(fields))
        if (Object.keys(fields).length === 0) setFailure(error instanceof Error ? error : new Error())
        noticeSession(error)
      } finally {
        working.current = false
        setBusy(false)
      }
    },
    (errors) => focusFirst(form, Object.keys(errors)),
  )
  return { ...form, submit, busy, failure, clearFailure: () => setFailure(null) }
}

/** The refusal's messages by field: those that the server named, or the whole message where its code belongs to one. */
function fieldMessages(
  error: ApiError,
  names: string[],
  fieldOf: Partial<Record<string, string>>,
): Record<string, string> {
  const named = Object.entries(error.fields).filter(([name]) => names.includes(name))
  const field = fieldOf[error.code]
  return named.length === 0 && field ? { [field]: error.message } : Object.fromEntries(named)
}

function focusFirst<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  faulty: string[],
) {
  const first = Object.keys(form.values).find((name) => faulty.includes(name))
  // After React has drawn the messages, so that a screen reader reads them with the field.
  if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus())
}

/** On a phone the button that was pressed may be far below the message. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A refusal that belongs to no single field, where it happened. `children` replaces the server's own words. */
export function FormFailure(props: { error: unknown; title?: string; children?: ReactNode }) {
  if (!props.error) return null
  return (
    <Alert
      ref={bringIntoView}
      color="wax"
      role="alert"
      icon={<IconAlertCircle />}
      {...(props.title ? { title: props.title } : {})}
    >
      {props.children ?? messageOf(props.error)}
    </Alert>
  )
}
