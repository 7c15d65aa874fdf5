import { limits } from '@deedbox/contract/limits.ts'
import { nominationWayNames, nominationWays, releaseLimits } from '@deedbox/contract/release-terms.ts'
import {
  Button,
  Checkbox,
  CloseButton,
  Fieldset,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { WhichLevel } from '../ui/which-level.tsx'
import { AbsenceFields, absenceRules, allAbsences } from './absence-fields.tsx'
import { DocumentsField } from './documents-field.tsx'
import {
  begun,
  isForClient,
  isOwner,
  isPart,
  missing,
  type NominateOf,
  nobody,
  number,
  promised,
  wayOf,
  whichDocuments,
  whosePapersTheyAre,
  within,
} from './nominate-form.ts'
import classes from './release.module.css'

/** One part of the form, under its heading. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      <Stack>{children}</Stack>
    </section>
  )
}

/** Names nominees for a document, or for documents of a matter. */
export function NominateDialog({ of, onClose }: { of: NominateOf; onClose: () => void }) {
  const user = useUser()
  const today = useToday()
  const form = useServerForm({
    initialValues: begun(of, user),
    days: {
      ...absenceRules,
      lastsUntil: ({ lasts }) =>
        lasts === 'day' ? { kind: 'future', required: 'Please enter the last day' } : null,
    },
    validate: {
      nominees: (rows) => (rows.some(isPart) ? missing : null),
      quorum: (value, values) =>
        wayOf(values) === 'order' || (number(value) >= 2 && number(value) <= values.nominees.length)
          ? null
          : 'Please enter a number from two to the number of nominees',
      documentIds: (ids, { which }) =>
        of.document || which !== 'chosen' || ids.some(Boolean) ? null : 'Please choose a document',
      lastsDays: (value, { lasts }) => (lasts === 'days' ? within(releaseLimits.lastsDays)(value) : null),
      waitDays: within(releaseLimits.waitDays),
      onBehalfOf: (value, values) => (isForClient(of, user, values) ? required(value) : null),
      instructionId: (value, values) => (isForClient(of, user, values) ? required(value ?? '') : null),
    },
    fieldOf: {
      'nominee-owner': 'nominees',
      'recipient-stopped': 'nominees',
      'outside-limit': 'nominees',
      'nomination-documents': 'documentIds',
    },
    async send(values) {
      const { nominees, which, documentIds, lasts, whose, absences, awayFrom, awayUntil, ...terms } = values
      const { quorum, waitDays, lastsDays, lastsUntil, ownerEmail, onBehalfOf, instructionId } = terms
      const how = wayOf(values)
      const forClient = isForClient(of, user, values)
      await call('POST /api/nominations', {
        body: {
          ...terms,
          how,
          quorum: how === 'quorum' ? number(quorum) : null,
          waitDays: number(waitDays),
          lastsDays: lasts === 'days' ? number(lastsDays) : null,
          lastsUntil,
          absences: allAbsences(absences, awayFrom, awayUntil),
          ownerEmail: ownerEmail.trim() || null,
          onBehalfOf: forClient ? onBehalfOf : null,
          instructionId: forClient ? instructionId : null,
          documentId: of.document?.id ?? null,
          matterId: of.matter?.id ?? null,
          ...(of.matter && which === 'today' && { documentIds: 'today' as const }),
          ...(of.matter && which === 'chosen' && { documentIds: documentIds.filter((id) => id !== null) }),
          nominees: nominees.map((one) => ({
            ...one,
            afterDays: how === 'order' ? number(one.afterDays) || 0 : 0,
          })),
        },
      })
      toast.success(nominees.length === 1 ? 'Nominee named' : 'Nominees named')
      onClose()
      await refreshEverything()
    },
  })
  const { nominees, which, documentIds, lasts } = form.values
  const how = wayOf(form.values)
  const forClient = isForClient(of, user, form.values)
  const incomplete = nominees.findIndex(isPart)
  // The message of all nominees leads to the first field that lacks something.
  const pathOf = (at: number, blank: boolean) =>
    at === incomplete && blank ? { 'data-path': 'nominees' } : undefined
  return (
    <Dialog onClose={onClose} size="xl" title={`Name nominees for ${of.document?.title ?? of.matter?.name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack gap="lg">
          <Text>
            A nominee may ask for access if the person whose papers these are dies or cannot act, and sees
            nothing until then. The owner and trustees are told when somebody asks, and can veto it.
          </Text>
          <Part title="Who may ask">
            {nominees.map(({ name }, at) => (
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
                  {...pathOf(at, name.trim() === '')}
                />
                <TextInput
                  label="Email"
                  required
                  type="email"
                  maxLength={limits.text.email}
                  autoComplete="off"
                  {...form.getInputProps(`nominees.${at}.email`)}
                  {...pathOf(at, name.trim() !== '')}
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
            {form.errors.nominees && (form.errors.nominees !== missing || incomplete >= 0) && (
              <Text c="var(--mantine-color-error)" size="sm" role="alert">
                {form.errors.nominees}
              </Text>
            )}
            {nominees.length < releaseLimits.nominees && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden="true" />}
                onClick={() => form.insertListItem('nominees', { ...nobody, afterDays: 7 * nominees.length })}
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
          </Part>
          <Part title="What they get">
            {of.matter && (
              <Radio.Group label="Which documents" {...form.getInputProps('which')}>
                <Stack gap="xs" mt={6}>
                  {Object.entries(whichDocuments).map(([value, label]) => (
                    <Radio key={value} value={value} label={label} />
                  ))}
                </Stack>
              </Radio.Group>
            )}
            {of.matter && which === 'chosen' && (
              <DocumentsField
                {...form.getInputProps('documentIds')}
                value={documentIds}
                labelOf={(at) => `Document ${at + 1}`}
                add="Add a document"
                most={releaseLimits.documents}
                matter={of.matter.id}
              />
            )}
            <WhichLevel {...form.getInputProps('accessLevel')} />
            <Radio.Group label="Until when" {...form.getInputProps('lasts')}>
              <Stack gap="xs" mt={6}>
                <Radio value="days" label="Some days after access begins" />
                <Radio value="day" label="A last day" />
              </Stack>
            </Radio.Group>
            {lasts === 'days' ? (
              <NumberInput
                label="Access lasts, days"
                min={1}
                max={releaseLimits.lastsDays}
                {...form.getInputProps('lastsDays')}
              />
            ) : (
              <DayField label="Last day" {...form.day('lastsUntil')} />
            )}
          </Part>
          <Part title="On which conditions">
            <NumberInput
              label="Waiting period, days"
              description="From asking, or from the evidence where some is needed, to the beginning of access."
              min={1}
              max={releaseLimits.waitDays}
              {...form.getInputProps('waitDays')}
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
          </Part>
          <Part title="Whose papers they are">
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
            {isOwner(of, user, form.values) && (
              <Radio.Group label="The papers are" {...form.getInputProps('whose')}>
                <Stack gap="xs" mt={6}>
                  {Object.entries(whosePapersTheyAre).map(([value, label]) => (
                    <Radio key={value} value={value} label={label} />
                  ))}
                </Stack>
              </Radio.Group>
            )}
            {forClient && (
              <>
                <TextInput
                  label="Name of the client"
                  description="Nominees read it: they must know who has died or cannot act."
                  required
                  maxLength={limits.text.client}
                  autoComplete="off"
                  {...form.getInputProps('onBehalfOf')}
                />
                <DocumentPicker
                  label="The client’s written instruction"
                  required
                  {...(of.matter && { matter: of.matter.id })}
                  {...form.getInputProps('instructionId')}
                />
              </>
            )}
            <Text size="sm">
              If you know when the owner will be away, say so: these days do not count towards the waiting
              period, so that they are not too late to veto.
            </Text>
            <AbsenceFields
              absences={form.values.absences}
              onChange={(absences) => form.setFieldValue('absences', absences)}
              from={form.day('awayFrom')}
              until={form.day('awayUntil')}
            />
          </Part>
          <Part title="What will happen">
            <p className={classes.promise}>{promised(of, user, form.values, today)}</p>
          </Part>
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
