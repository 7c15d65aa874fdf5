import type { ErrorCode } from '@deedbox/contract/refusals.ts'
import { checkDay, type DayRule } from '@deedbox/contract/typed-day.ts'
import { Alert } from '@mantine/core'
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import { noticeSession } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { type Parting, useUnsaved } from '../lib/unsaved.ts'
import type { DayProps } from './day-field.tsx'
import type { TypedDay } from './typed-day.ts'

type DayNames<Values> = {
  [Name in keyof Values]: Values[Name] extends TypedDay ? Name & string : never
}[keyof Values]

/** Values with a day (`YYYY-MM-DD`, or null for an empty field) for each date field. */
type Sent<Values> = { [Name in keyof Values]: Values[Name] extends TypedDay ? string | null : Values[Name] }

/** Rule that may depend on the rest of the form; null while the field is hidden, which then counts as empty. */
type RuleOf<Values> = DayRule | ((values: Values, today: string) => DayRule | null)

/**
 * A form that sends to the server. `send` may throw: the server's messages about fields are shown under those fields, with the focus on the first;
 * any other error is `failure`. Typed text stays. It is `busy` while sending, when a second press does nothing. If the session has ended, the person
 * signs in again over the page and sends again. Date fields hold typed text: each needs a rule in `days`, and `send` runs only when all are valid
 * days.
 */
export function useServerForm<Values extends Record<string, unknown>>(
  options: {
    initialValues: Values
    validate?: { [Name in keyof Values]?: (value: Values[Name], values: Values) => ReactNode }
    /** Field for server messages that name no field of this form, by error code or by path. */
    fieldOf?: Partial<Record<ErrorCode | `${string}.${string}`, keyof Values & string>>
    send: (values: Sent<Values>) => Promise<void>
    /** Words of the question before typed text is let go, if the usual ones do not fit. */
    parting?: Partial<Parting>
    /** State: its text is soon typed again, such as a code, and is let go without a question. */
    fleeting?: boolean
    /** State: it stores nothing yet by sending, such as a preview. */
    keepsAsking?: boolean
  } & ([DayNames<Values>] extends [never]
    ? { days?: never }
    : { days: { [Name in DayNames<Values>]: RuleOf<Values> } }),
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | Error | null>(null)
  const working = useRef(false)
  const refused = useRef(false)
  const done = useRef(false)
  const { user } = useSession()
  const today = useToday()
  const days = Object.entries<RuleOf<Values>>(options.days ?? {})
  const ruleOf = (rule: RuleOf<Values>, values: Values) =>
    typeof rule === 'function' ? rule(values, today) : rule
  const read = (name: string, rule: RuleOf<Values>, values: Values) => {
    const now = ruleOf(rule, values)
    return now ? checkDay((values[name] as TypedDay).typed, today, now) : { day: null }
  }
  const dayProblems = days.map(([name, rule]) => [
    name,
    (_: unknown, values: Values) => {
      const result = read(name, rule, values)
      return 'problem' in result ? result.problem : null
    },
  ])
  const form = useForm<Values>({
    initialValues: options.initialValues,
    onValuesChange: () => {
      done.current = false
    },
    validate: { ...options.validate, ...Object.fromEntries(dayProblems) } as FormValidateInput<Values>,
  })

  // No question while it is sent, and after that until something is changed again.
  useUnsaved(
    () => !options.fleeting && (refused.current || form.isDirty()),
    () => (!refused.current && (working.current || done.current) ? null : (options.parting ?? {})),
  )

  const submit = form.onSubmit(
    async (values) => {
      if (working.current) return
      working.current = true
      refused.current = false
      setBusy(true)
      setFailure(null)
      try {
        const readDays = days.map(([name, rule]) => {
          const result = read(name, rule, values)
          if ('problem' in result) throw new Error(result.problem)
          return [name, result.day]
        })
        await options.send({ ...values, ...Object.fromEntries(readDays) } as Sent<Values>)
        done.current = !options.keepsAsking
      } catch (error) {
        const fields =
          error instanceof ApiError ? fieldMessages(error, Object.keys(values), options.fieldOf ?? {}) : {}
        form.setErrors(fields)
        focusFirst(form, Object.keys(fields))
        // Refusal that needs no message here, as the dialog to sign in again says it.
        refused.current = user !== null && error instanceof ApiError && error.code === 'not-signed-in'
        if (Object.keys(fields).length === 0 && !refused.current)
          setFailure(error instanceof Error ? error : new Error())
        noticeSession(error)
      } finally {
        working.current = false
        setBusy(false)
      }
    },
    (errors) => focusFirst(form, Object.keys(errors)),
  )

  /** Returns the props of a date field of this form. */
  const day = (name: DayNames<Values>): DayProps => {
    const { value, onChange, error, 'data-path': path } = form.getInputProps(name) as DayProps
    const rule = (options.days as Record<string, RuleOf<Values>>)[name]
    return {
      value,
      onChange,
      error,
      ...(path ? { 'data-path': path } : {}),
      rule: (rule && ruleOf(rule, form.values)) ?? { kind: 'future' },
      onLeave: (problem) => (problem ? form.setFieldError(name, problem) : form.clearFieldError(name)),
    }
  }
  return { ...form, submit, day, busy, failure, clearFailure: () => setFailure(null) }
}

/** Returns the server's messages by field: those that it named, or the whole message where its code belongs to a field. */
function fieldMessages(
  error: ApiError,
  names: string[],
  fieldOf: Partial<Record<string, string>>,
): Record<string, string> {
  const named = Object.entries(error.fields)
    .map(([path, message]) => [fieldOf[path] ?? path, message] as const)
    .filter(([name]) => names.includes(name))
  const field = fieldOf[error.code]
  return named.length === 0 && field ? { [field]: error.message } : Object.fromEntries(named)
}

function focusFirst<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  faulty: string[],
) {
  const first = Object.keys(form.values).find((name) => faulty.includes(name))
  // Focus after React has rendered the messages, so that a screen reader reads them with the field.
  if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus())
}

/** Brings the message into view, as on a phone the pressed button may be far below it. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const isUnanswered = (error: unknown) => error instanceof ApiError && error.code === 'network'

/** An error that belongs to no single field. `children` replaces the server's message. */
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
      {isUnanswered(props.error) && ' What you typed is still here.'}
    </Alert>
  )
}
