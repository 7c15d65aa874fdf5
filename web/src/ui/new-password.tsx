import { passwordProblems, screen } from '@deedbox/contract/messages.ts'
import type { PasswordProblem, PasswordRule } from '@deedbox/contract/password-problem.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import type { PasswordOwner } from '@deedbox/contract/trivial-password.ts'
import type { PasswordInputProps } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLoader2,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { isBreached, useBreachCheck } from './breach.ts'
import classes from './new-password.module.css'
import { PasswordField, StrengthMeter } from './password-field.tsx'
import { toast } from './toast.tsx'

/** Errors about a password, shown under its field. */
export const weakFields = {
  'password-weak': 'password',
  'password-short': 'password',
  'password-compromised': 'password',
} as const

function refusal(code: 'password-weak' | 'password-compromised', title: string): ApiError {
  toast.error(errors[code].message, title)
  return new ApiError(400, { code, message: errors[code].message })
}

/** Loads the rule that server and browser share, with its list; null if that fails, and then the server alone decides. */
const loadRule = () =>
  import('@deedbox/contract/password-problem.ts').then(
    ({ passwordProblem }) => passwordProblem,
    () => null,
  )

/** Throws, with a toast, if a new password is too weak or known from a breach (specification, section 5). */
export async function refuseWeak(password: string, owner: PasswordOwner): Promise<void> {
  const problemOf = await loadRule()
  if (problemOf?.(password, owner, 'strong')) throw refusal('password-weak', screen.passwordWeakTitle)
  if (await isBreached(password)) throw refusal('password-compromised', screen.passwordCompromisedTitle)
}

const breachLines = {
  checking: [IconLoader2, 'Checking known data breaches…'],
  clear: [IconCircleCheck, 'Not found in known data breaches'],
  found: [IconAlertTriangle, errors['password-compromised'].message],
  unknown: [IconInfoCircle, screen.breachUnchecked],
} as const

const guessedFirst: readonly (PasswordProblem | null | undefined)[] = ['own', 'common', 'pattern']

/**
 * Field for a new password with its strength, other reasons for a refusal, and the breach check. `owner` is the person, as far as the browser knows.
 */
export function NewPassword(props: {
  password: string
  owner: PasswordOwner
  rule?: PasswordRule
  label?: string
  inputProps: PasswordInputProps
}) {
  const { password } = props
  const breach = useBreachCheck(password)
  const { data: problemOf } = useQuery({
    queryKey: ['password rule'],
    queryFn: loadRule,
    enabled: password !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const problem = problemOf?.(password, props.owner, props.rule ?? 'strong')
  const guessed = breach === 'found' || (problemOf === undefined ? undefined : guessedFirst.includes(problem))
  return (
    <>
      <PasswordField label={props.label ?? 'Password'} autoComplete="new-password" {...props.inputProps} />
      <StrengthMeter password={password} guessed={guessed}>
        {problem && (
          <Line state="refused" icon={IconAlertTriangle}>
            {passwordProblems[problem]}
          </Line>
        )}
        {breach !== 'none' && (
          <Line state={breach} icon={breachLines[breach][0]}>
            {breachLines[breach][1]}
          </Line>
        )}
      </StrengthMeter>
    </>
  )
}

function Line(props: { state: string; icon: Icon; children: string }) {
  return (
    <div className={classes.line} data-state={props.state}>
      <props.icon size={16} aria-hidden="true" /> {props.children}
    </div>
  )
}
