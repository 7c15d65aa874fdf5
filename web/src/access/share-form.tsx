import { countText } from '@deedbox/contract/counts.ts'
import { addDays } from '@deedbox/contract/dates.ts'
import { linksNotice } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import { Alert, Stack, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { allEmails, noPeople, type People, PeopleInput, unclearPeople } from '../ui/people-input.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useSuggestedEnd } from '../ui/suggested-end.ts'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import { InviteGuests } from './invite-guests.tsx'
import { type OwnEnds, OwnEndsFields, readOwnEnds } from './own-ends.tsx'
import { ShareResults } from './share-results.tsx'
import { type ShareAnswer, useShare } from './use-share.ts'
import { WhoHasAccess } from './who-has-access.tsx'

/** Message for texts like 'until probate', which are no dates that a computer could know. */
const notADate =
  /\b(until|till|pending|after)\b.*\b(probate|settle\w*|death|estate|sale|court|grant)\b|\bprobate\b/i
const onlyANote = 'Access does not end by an event such as probate: it ends with the expiry date.'

/** The fields of the Share dialog. People without an account can be invited as guests; people who were refused stay in the form. */
export function ShareForm(props: {
  documents: readonly { id: string; title: string }[]
  /** People who are filled in. */
  emails: string[]
  onBusy: (busy: boolean) => void
  onCancel: () => void
  onShared: () => void
}) {
  const today = useToday()
  const documentIds = useMemo(() => props.documents.map(({ id }) => id), [props.documents])
  const [unknown, setUnknown] = useState<string[]>([])
  const { answer, share } = useShare()
  // Unconfirmed trustees cannot invite anyone.
  const { confirmed } = useUser()
  const unknownOf = (people: People) => allEmails(people).filter((email) => unknown.includes(email))

  const form = useServerForm({
    initialValues: {
      people: { ...noPeople, emails: props.emails },
      inviteExpiresOn: typedDay(addDays(today, limits.guestDays)),
      accessLevel: 'download' as AccessLevel,
      expiresOn: useSuggestedEnd(),
      ownEnds: null as OwnEnds,
      message: '',
    },
    validate: {
      people: (people) => peopleRule(people, documentIds.length),
      ownEnds: (ends, { people }) => {
        const read = readOwnEnds(ends, allEmails(people), today)
        return 'problem' in read ? read.problem : null
      },
    },
    days: {
      inviteExpiresOn: ({ people }) =>
        confirmed && unknownOf(people).length > 0 ? { kind: 'future', required: screen.dayRequired } : null,
      expiresOn: { kind: 'future' },
    },
    send: async ({ people, inviteExpiresOn, ownEnds, ...rest }) => {
      props.onBusy(true)
      try {
        const emails = allEmails(people)
        const own = readOwnEnds(ownEnds, emails, today)
        const invite = inviteExpiresOn ? { expiresOn: inviteExpiresOn } : null
        const recipients = emails.map((email) => {
          const expiresOn = 'days' in own ? own.days[email] : undefined
          return {
            email,
            ...(expiresOn ? { expiresOn } : {}),
            invite: unknown.includes(email) ? invite : null,
          }
        })
        keepRefused(await share({ documentIds, recipients, ...rest }))
      } finally {
        props.onBusy(false)
      }
    },
  })

  const keepRefused = ({ results }: ShareAnswer) => {
    const refused = results.filter(({ result }) => result === 'refused')
    setUnknown(refused.filter(({ error }) => error?.code === 'recipient-unknown').map(({ email }) => email))
    if (isPlain(results)) {
      const [{ error } = { error: null }] = refused
      if (!error) return props.onShared()
      form.setFieldError('people', error.message)
      requestAnimationFrame(() => form.getInputNode('people')?.focus())
      return
    }
    if (results.every(({ result }) => result === 'granted')) return props.onShared()
    form.setFieldValue('people', { ...noPeople, emails: [...new Set(refused.map(({ email }) => email))] })
  }

  const emails = allEmails(form.values.people)
  const noAccount = unknownOf(form.values.people)
  const inviting = confirmed && noAccount.length > 0
  const unsent = answer?.mails.filter(({ sent }) => !sent).map(({ email }) => email) ?? []
  const detailed = answer && !isPlain(answer.results)

  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        {detailed && <ShareResults results={answer.results} documents={props.documents} unsent={unsent} />}
        <PeopleInput
          label="Recipient emails"
          description="Names or emails; several at once with commas or new lines."
          value={form.values.people}
          onChange={(people) => form.setFieldValue('people', people)}
          error={form.errors.people}
          data-path="people"
        />
        {!confirmed && noAccount.length > 0 && (
          <Alert color="amber" role="status">
            {errors['invite-unconfirmed'].message}
          </Alert>
        )}
        {inviting && (
          <InviteGuests
            emails={noAccount}
            documents={props.documents.length}
            day={form.day('inviteExpiresOn')}
          />
        )}
        <WhoHasAccess documentIds={documentIds} entered={emails} />
        <WhichLevel {...form.getInputProps('accessLevel')} />
        <UntilWhen
          label="Expiry date (optional)"
          quick
          {...(notADate.test(form.values.expiresOn.typed)
            ? { hint: `${onlyANote} Write it in the message.` }
            : {})}
          {...form.day('expiresOn')}
        />
        <OwnEndsFields
          emails={emails}
          value={form.values.ownEnds}
          onChange={(ends) => form.setFieldValue('ownEnds', ends)}
          error={form.errors.ownEnds}
        />
        <Textarea
          label="Personal message (optional)"
          {...describe(inviting, notADate.test(form.values.message))}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={limits.text.message}
          {...form.getInputProps('message')}
        />
        <FormFailure title={screen.shareFailed} error={form.failure} />
        <DialogButtons>
          <CancelButton onCancel={props.onCancel} disabled={form.busy}>
            {detailed && emails.length === 0 ? 'Done' : 'Cancel'}
          </CancelButton>
          <SubmitButton busy={form.busy}>{inviting ? 'Invite and share' : 'Share'}</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

/** Tells whether the results fit at the field or in the toast, without a list: one document and one person, shared or refused for the person. */
const isPlain = (results: ShareAnswer['results']): boolean => {
  const [one, ...others] = results
  if (!one || others.length > 0 || one.result === 'already') return false
  return one.result !== 'refused' || one.error?.code.startsWith('recipient-') === true
}

function peopleRule(people: People, documents: number): string | null {
  const emails = allEmails(people)
  const unclear = unclearPeople(people)
  if (unclear) return unclear
  if (emails.length === 0) return screen.emailRequired
  const wrong = emails.find((email) => emailRule(email) !== null)
  if (wrong) return emails.length === 1 ? screen.emailInvalid : `${screen.emailInvalid}: ${wrong}`
  if (emails.length > limits.share.people) return `Please share with ${limits.share.people} people at a time`
  if (emails.length * documents > limits.share.grants)
    return `This would be ${countText(emails.length * documents)} grants, and ${countText(limits.share.grants)} can be given at once. Please share in several steps.`
  return null
}

function describe(inviting: boolean, note: boolean) {
  const text = [...(note ? [`This is only a note. ${onlyANote}`] : []), ...(inviting ? [linksNotice] : [])]
  return text.length > 0 ? { description: text.join(' ') } : {}
}
