import { counted, countText } from '@deedbox/contract/counts.ts'
import { addDays } from '@deedbox/contract/dates.ts'
import { linksNotice } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Radio, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { allEmails, noPeople, type People, PeopleInput, unclearPeople } from '../ui/people-input.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { useSuggestedEnd } from '../ui/suggested-end.ts'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import classes from './access.module.css'
import { InviteGuests } from './invite-guests.tsx'

type Today = { documents: number; archived: number }

/** Shares a matter: its documents of today, or later ones too, until one day. The dialog says what exactly is given. */
export function MatterShareDialog(props: { matter: Matter; today: Today; onClose: () => void }) {
  const { matter, today: given } = props
  const today = useToday()
  const [unknown, setUnknown] = useState<string[]>([])
  const unknownOf = (people: People) => allEmails(people).filter((email) => unknown.includes(email))
  const form = useServerForm({
    initialValues: {
      people: noPeople,
      inviteExpiresOn: typedDay(addDays(today, limits.guestDays)),
      later: 'today',
      accessLevel: 'download' as AccessLevel,
      expiresOn: useSuggestedEnd(),
      message: '',
    },
    validate: { people: (people) => peopleRule(people, given.documents) },
    days: {
      inviteExpiresOn: ({ people }) =>
        unknownOf(people).length > 0 ? { kind: 'future', required: screen.dayRequired } : null,
      expiresOn: { kind: 'future', required: screen.dayRequired },
    },
    send: async ({ people, inviteExpiresOn, later, expiresOn, ...rest }) => {
      const invite = inviteExpiresOn ? { expiresOn: inviteExpiresOn } : null
      const recipients = allEmails(people).map((email) => ({
        email,
        invite: unknown.includes(email) ? invite : null,
      }))
      const body = { recipients, later: later === 'later', expiresOn: expiresOn ?? '', ...rest }
      const { results, mails } = await call('POST /api/matters/:matterId/shares', {
        params: { matterId: matter.id },
        body,
      })
      void refreshEverything()
      const done = results.filter(({ error }) => !error)
      const unsent = mails.filter(({ sent }) => !sent).length
      if (done.length > 0) announce(matter.name, done, unsent)
      const left = results.flatMap(({ email, error }) => (error ? [{ email, ...error }] : []))
      setUnknown(left.filter(({ code }) => code === 'recipient-unknown').map(({ email }) => email))
      if (left.length === 0) return props.onClose()
      form.setFieldValue('people', { ...noPeople, emails: left.map(({ email }) => email) })
      form.setFieldError('people', refusedText(left))
      requestAnimationFrame(() => form.getInputNode('people')?.focus())
    },
  })
  const noAccount = unknownOf(form.values.people)
  const inviting = noAccount.length > 0
  return (
    <Dialog onClose={props.onClose} title={`Share ${matter.name}`} size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <section className={classes.invite} aria-label="What is given">
            <p>
              <strong>
                {given.documents === 1 ? 'Its document' : `Its ${counted(given.documents, 'document')}`}
              </strong>
              {given.archived > 0 && ` (with ${countText(given.archived)} archived)`}, as far as the person
              has no access of their own: that stays as it is. Nothing else of the matter is given: not its
              name, its parties, its dates, or its notes.
            </p>
            <p>
              A document that is taken out of the matter, or put into another, leaves the share at once.
              Ending the share ends all access that it gave.
            </p>
          </section>
          <Radio.Group label="Documents" {...form.getInputProps('later')}>
            <Stack gap="xs" mt={6}>
              <Radio
                value="today"
                label="Those of today"
                description="What comes into the matter later is shared by itself, or not at all."
              />
              <Radio
                value="later"
                label="Those of today and later ones"
                description="Whatever is uploaded or put into the matter, or restored, is open to the person at once, without another question."
              />
            </Stack>
          </Radio.Group>
          <PeopleInput
            label="Recipient emails"
            description="Names or emails; several at once with commas or new lines."
            value={form.values.people}
            onChange={(people) => form.setFieldValue('people', people)}
            error={form.errors.people}
            data-path="people"
          />
          {inviting && (
            <InviteGuests emails={noAccount} documents={given.documents} day={form.day('inviteExpiresOn')} />
          )}
          <WhichLevel {...form.getInputProps('accessLevel')} />
          <UntilWhen label="Last day" quick {...form.day('expiresOn')} />
          <Textarea
            label="Personal message (optional)"
            {...(inviting && { description: linksNotice })}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={limits.text.message}
            {...form.getInputProps('message')}
          />
          <FormFailure title={screen.matterShareFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={props.onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{inviting ? 'Invite and share' : 'Share the matter'}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Reasons of refusals, with the email where several people were refused. */
const refusedText = (refused: { email: string; message: string }[]): ReactNode =>
  refused.length === 1
    ? refused[0]?.message
    : refused.map(({ email, message }) => (
        <span key={email} className={classes.refusal}>
          {email}: {message}
        </span>
      ))

function announce(
  name: string,
  done: { email: string; given: number; kept: number }[],
  unsent: number,
): void {
  const whom = shortListText(
    done.map(({ email }) => email),
    2,
  )
  const given = Math.max(...done.map((one) => one.given))
  const kept = Math.max(...done.map((one) => one.kept))
  const also = kept > 0 ? ` (access of their own to ${counted(kept, 'document')} stays)` : ''
  const text = `${name} shared with ${whom}: ${counted(given, 'document')}${also}`
  if (unsent === 0) return void toast.success(text)
  toast.warning(`${text}, but ${unsent === 1 ? 'an email' : `${unsent} emails`} failed`)
}

function peopleRule(people: People, documents: number): string | null {
  const emails = allEmails(people)
  const unclear = unclearPeople(people)
  if (unclear) return unclear
  if (emails.length === 0) return screen.emailRequired
  const wrong = emails.find((email) => emailRule(email) !== null)
  if (wrong) return emails.length === 1 ? screen.emailInvalid : `${screen.emailInvalid}: ${wrong}`
  if (emails.length > limits.share.people) return `Please share with ${limits.share.people} people at a time`
  if (emails.length * documents > limits.matterGrants)
    return `This would be ${countText(emails.length * documents)} grants, and ${countText(limits.matterGrants)} can be given at once. Please share with fewer people at a time.`
  return null
}
