import { counted } from '@deedbox/contract/counts.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { type ActReason, type PeopleAct, peopleActs } from '@deedbox/contract/people-terms.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Answer, call, messageOf } from '../lib/api.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import classes from './people.module.css'
import { refreshPeople } from './refresh.ts'

type Of = (typeof peopleActs)[PeopleAct]['of']

/** Counts in words: '1 person', '12 invitations'. */
export const countedOf = (of: Of, count: number): string =>
  of === 'people' ? counted(count, 'person', 'people') : counted(count, 'invitation')

const texts: Record<
  PeopleAct,
  { ask: (who: string) => string; does: string; done: (who: string) => string; failure: string }
> = {
  expire: {
    ask: (who) => `Set the expiry of ${who}`,
    does: 'Their access ends with this day. Documents that were shared with them until later end then too.',
    done: (who) => `Access expiry of ${who} set`,
    failure: 'Failed to set the expiry',
  },
  deactivate: {
    ask: (who) => `Deactivate ${who}`,
    does: 'They are signed out everywhere at once and can no longer sign in. Their open invitations are withdrawn. Their documents, and access they have given, stay as they are. You can reactivate them later.',
    done: (who) => `${who} deactivated`,
    failure: 'Failed to deactivate',
  },
  again: {
    ask: (who) => `Send ${who} again`,
    does: 'They get the email once more. The link in the earlier email works too, and both have all the time of a new invitation.',
    done: (who) => `${who} sent again`,
    failure: 'Failed to invite again',
  },
  withdraw: {
    ask: (who) => `Withdraw ${who}`,
    does: 'The links in the emails stop working at once. Nobody can use them to open documents that were shared with these addresses.',
    done: (who) => `${who} withdrawn`,
    failure: 'Failed to withdraw',
  },
}

const destructive = (act: PeopleAct) => act === 'deactivate' || act === 'withdraw'
const why = (reason: ActReason) => errors[reason].message

/** Shows the people on whom an act can be done, and the others with the reasons, and does it. */
export function ActDialog({ act, ids, onClose }: { act: PeopleAct; ids: string[]; onClose: () => void }) {
  const { of } = peopleActs[act]
  const text = texts[act]
  const today = useToday()
  const form = useServerForm({
    initialValues: { expiresOn: typedDay(null) },
    days: { expiresOn: act === 'expire' ? { kind: 'future', required: screen.dayRequired } : () => null },
    async send({ expiresOn }) {
      const able = preview.data?.able.map(({ id }) => id) ?? []
      const { done, refused } = await call('POST /api/users/bulk', { body: { act, ids: able, expiresOn } })
      say(text.done(countedOf(of, done)), done, refused)
      void refreshPeople()
      onClose()
    },
  })
  const read = checkDay(form.values.expiresOn.typed, today, { kind: 'future' })
  const expiresOn = 'day' in read ? read.day : null
  const preview = useQuery({
    queryKey: ['users', 'bulk', act, ids, expiresOn],
    queryFn: ({ signal }) => call('POST /api/users/bulk/preview', { body: { act, ids, expiresOn }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const able = preview.data?.able ?? []
  const refused = preview.data?.refused ?? []
  const who = countedOf(of, preview.data ? able.length : ids.length)
  return (
    <Dialog onClose={onClose} title={`${text.ask(countedOf(of, ids.length))}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title={text.failure} />
          {act === 'expire' && (
            <UntilWhen label="Last day of access" quick autoFocus {...form.day('expiresOn')} />
          )}
          {preview.error && (
            <Alert color="wax" role="alert" title={screen.previewFailed}>
              {messageOf(preview.error)}
            </Alert>
          )}
          {!preview.data && !preview.error && <Skeleton height={96} />}
          {preview.data && <Preview able={able} refused={refused} of={of} />}
          {able.length > 0 && <Text size="sm">{text.does}</Text>}
          <DialogButtons>
            <CancelButton onCancel={onClose} data-autofocus={act !== 'expire'}>
              {preview.data && able.length === 0 ? 'Close' : 'Cancel'}
            </CancelButton>
            {able.length > 0 && (
              <SubmitButton busy={form.busy} color={destructive(act) ? 'wax' : 'brass'}>
                {text.ask(who)}
              </SubmitButton>
            )}
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

type Previewed = Answer<'POST /api/users/bulk/preview'>

function Preview({ able, refused, of }: Previewed & { of: Of }) {
  const these = able.length === 1 ? `For ${countedOf(of, 1)}` : `For these ${countedOf(of, able.length)}`
  return (
    <>
      {refused.length > 0 && (
        <Alert
          color="amber"
          icon={<IconAlertTriangle />}
          title={`${countedOf(of, refused.length)} ${refused.length === 1 ? 'is' : 'are'} left out`}
        >
          <Names
            label="Left out"
            lines={refused.map(({ id, name, email, reason }) => ({
              id,
              text: name && email ? `${withEmail(name, email)}: ${why(reason)}` : why(reason),
            }))}
          />
        </Alert>
      )}
      {able.length > 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            {these}
          </Text>
          <Names
            label={these}
            lines={able.map(({ id, name, email }) => ({ id, text: withEmail(name, email) }))}
          />
        </div>
      )}
    </>
  )
}

const withEmail = (name: string, email: string) => (name === email ? email : `${name} (${email})`)

/** A list that scrolls if it is long, by keyboard too. */
const Names = (props: { label: string; lines: { id: string; text: string }[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
  <ul className={classes.names} aria-label={props.label} tabIndex={0}>
    {props.lines.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </ul>
)

/** Shows a toast about what was done, and what was not because it has changed since the preview. */
function say(done: string, count: number, refused: Previewed['refused']): void {
  if (refused.length === 0) return void toast.success(done)
  const changed = refused.map(({ name, reason }) => `${name ?? 'Somebody'}: ${why(reason)}`)
  const not = `Not for ${shortListText(changed, 3)}`
  toast.warning(count === 0 ? 'Nothing was done' : done, not)
}
