import { limits } from '@deedbox/contract/limits.ts'
import { nominationWayNames, nominationWays, releaseLimits } from '@deedbox/contract/release-terms.ts'
import {
  Button,
  Checkbox,
  CloseButton,
  Fieldset,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import classes from './release.module.css'

/** Subjects for which nominees are named. */
export type NominateOf =
  | { document: { id: string; title: string; ownerId: string }; matter?: never }
  | { matter: { id: string; name: string }; document?: never }

const missing = 'Please enter a name and an email address for each nominee'
const isPart = ({ name, email }: typeof nobody): boolean => name.trim() === '' || email.trim() === ''
const nobody = { name: '', email: '', afterDays: 0 }
const number = (value: number | string) => (typeof value === 'number' ? value : Number.NaN)
const within = (most: number) => (value: number | string) =>
  number(value) >= 1 && number(value) <= most ? null : `Please enter a number from 1 to ${most}`

/** Tells whether the client's written instruction is needed, as somebody else is the owner; of a matter that is the caller unless they name another. */
function isInstructed(of: NominateOf, user: { id: string; email: string }, ownerEmail: string): boolean {
  if (of.document) return of.document.ownerId !== user.id
  const email = ownerEmail.trim().toLowerCase()
  return email !== '' && email !== user.email
}

/** Names nominees for a document, or for all documents of a matter. */
export function NominateDialog({ of, onClose }: { of: NominateOf; onClose: () => void }) {
  const user = useUser()
  const form = useServerForm({
    initialValues: {
      nominees: [nobody],
      how: 'order' as (typeof nominationWayNames)[number],
      quorum: 2 as number | string,
      waitDays: 30 as number | string,
      lastsDays: 90 as number | string,
      accessLevel: 'view' as AccessLevel,
      evidence: '',
      needsAgreement: false,
      ownerEmail: '',
      instructionId: null as string | null,
    },
    validate: {
      nominees: (rows) => (rows.some(isPart) ? missing : null),
      waitDays: within(releaseLimits.waitDays),
      lastsDays: within(releaseLimits.lastsDays),
      quorum: (value, { how, nominees }) =>
        how === 'order' || (number(value) >= 2 && number(value) <= nominees.length)
          ? null
          : 'Please enter a number from two to the number of nominees',
      instructionId: (value, { ownerEmail }) =>
        isInstructed(of, user, ownerEmail) ? required(value ?? '') : null,
    },
    fieldOf: { 'nominee-owner': 'nominees', 'recipient-stopped': 'nominees', 'outside-limit': 'nominees' },
    async send({ nominees, how, quorum, waitDays, lastsDays, ownerEmail, instructionId, ...terms }) {
      await call('POST /api/nominations', {
        body: {
          ...terms,
          how,
          quorum: how === 'quorum' ? number(quorum) : null,
          waitDays: number(waitDays),
          lastsDays: number(lastsDays),
          ownerEmail: ownerEmail.trim() || null,
          instructionId: isInstructed(of, user, ownerEmail) ? instructionId : null,
          documentId: of.document?.id ?? null,
          matterId: of.matter?.id ?? null,
          nominees: nominees.map((one) => ({
            ...one,
            afterDays: how === 'order' ? number(one.afterDays) : 0,
          })),
        },
      })
      toast.success(nominees.length === 1 ? 'Nominee named' : 'Nominees named')
      onClose()
      await refreshEverything()
    },
  })
  const { nominees, how, ownerEmail } = form.values
  const instructed = isInstructed(of, user, ownerEmail)
  return (
    <Dialog onClose={onClose} size="xl" title={`Name nominees for ${of.document?.title ?? of.matter?.name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text>
            A nominee may ask for access if the owner dies or cannot act, and sees nothing until then. The
            owner and trustees are told when somebody asks, and can veto it during the waiting period.
          </Text>
          {nominees.map((_, at) => (
            <Fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own.
              key={at}
              className={classes.nominee ?? ''}
              legend={`Nominee ${at + 1}`}
            >
              <TextInput
                label="Name"
                required
                maxLength={limits.text.name}
                autoComplete="off"
                {...(at === 0 && { 'data-autofocus': true })}
                {...form.getInputProps(`nominees.${at}.name`)}
              />
              <TextInput
                label="Email"
                required
                type="email"
                maxLength={limits.text.email}
                autoComplete="off"
                {...form.getInputProps(`nominees.${at}.email`)}
              />
              {how === 'order' && at > 0 && (
                <NumberInput
                  label="Waits so many days longer"
                  min={0}
                  max={releaseLimits.afterDays}
                  {...form.getInputProps(`nominees.${at}.afterDays`)}
                />
              )}
              {nominees.length > 1 && (
                <CloseButton
                  aria-label={`Remove nominee ${at + 1}`}
                  onClick={() => form.removeListItem('nominees', at)}
                />
              )}
            </Fieldset>
          ))}
          {form.errors.nominees && (form.errors.nominees !== missing || nominees.some(isPart)) && (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {form.errors.nominees}
            </Text>
          )}
          {nominees.length < releaseLimits.nominees && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() =>
                form.insertListItem('nominees', {
                  ...nobody,
                  afterDays: how === 'order' ? 7 * nominees.length : 0,
                })
              }
            >
              Add a nominee
            </Button>
          )}
          {nominees.length > 1 && (
            <NativeSelect
              label="How they come in"
              data={nominationWayNames.map((value) => ({ value, label: nominationWays[value] }))}
              {...form.getInputProps('how')}
            />
          )}
          {how === 'quorum' && (
            <NumberInput
              label="How many must ask"
              min={2}
              max={nominees.length}
              {...form.getInputProps('quorum')}
            />
          )}
          <NumberInput
            label="Waiting period, days"
            description="From asking, or from the evidence where some is needed, to the beginning of access."
            min={1}
            max={releaseLimits.waitDays}
            {...form.getInputProps('waitDays')}
          />
          <WhichLevel {...form.getInputProps('accessLevel')} />
          <NumberInput
            label="Access lasts, days"
            min={1}
            max={releaseLimits.lastsDays}
            {...form.getInputProps('lastsDays')}
          />
          <Textarea
            label="Evidence that they must bring (optional)"
            placeholder="e.g. a certificate of death"
            autosize
            minRows={1}
            maxRows={6}
            maxLength={limits.text.message}
            {...form.getInputProps('evidence')}
          />
          <Checkbox
            label="A trustee must agree"
            description="Without it, access begins when the period is over and the evidence is there."
            {...form.getInputProps('needsAgreement', { type: 'checkbox' })}
          />
          {of.matter && (
            <TextInput
              label="Email of the owner’s account (optional)"
              description="They are told and may veto. Without it, that is you."
              type="email"
              maxLength={limits.text.email}
              autoComplete="off"
              {...form.getInputProps('ownerEmail')}
            />
          )}
          {instructed && (
            <DocumentPicker
              label="The client’s written instruction"
              required
              {...(of.matter && { matter: of.matter.id })}
              {...form.getInputProps('instructionId')}
            />
          )}
          <FormFailure title="Failed to name nominees" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Name nominees</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
