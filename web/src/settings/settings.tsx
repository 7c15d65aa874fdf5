import { counted } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useUnsaved } from '../lib/unsaved.ts'
import { FormFailure } from '../ui/form.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { BackupFields } from './backup-fields.tsx'
import { DeploymentFields } from './deployment-fields.tsx'
import { LogFields } from './log-fields.tsx'
import { MaintenanceFields } from './maintenance-fields.tsx'
import { PublicFields } from './public-fields.tsx'
import { RulesFields } from './rules-fields.tsx'
import { SecondFactorFields } from './second-factor-fields.tsx'
import classes from './settings.module.css'
import { SignUpFields } from './sign-up-fields.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** Form of all settings, with one bar to save them. */
export function Settings() {
  const { form, error, retry } = useSettingsForm()
  useUnsaved(
    () => (form?.unsaved ?? 0) > 0,
    () => ({ text: 'The settings that you changed are not saved yet.' }),
  )
  if (!form && error) return <ErrorState title={screen.loadSettings} error={error} onRetry={retry} />
  if (!form) return <Skeleton height={480} maw="44rem" radius="md" aria-busy="true" />
  const { unsaved, overtaken } = form
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <DeploymentFields form={form} />
      <SignUpFields form={form} />
      <SecondFactorFields form={form} />
      <RulesFields form={form} />
      <BackupFields form={form} />
      <LogFields form={form} />
      <PublicFields form={form} />
      <MaintenanceFields form={form} />
      {form.failure !== null && <FormFailure error={form.failure} />}
      <div className={classes.bar}>
        <Text size="sm" role="status">
          {unsaved === 0 ? 'Everything is saved' : `${counted(unsaved, 'change')} not saved`}
        </Text>
        <Group gap="xs">
          {unsaved > 0 && (
            <Button variant="default" onClick={form.giveUp} disabled={form.busy}>
              Discard
            </Button>
          )}
          <SubmitButton busy={form.busy} disabled={unsaved === 0 || overtaken.length > 0}>
            Save settings
          </SubmitButton>
        </Group>
      </div>
    </form>
  )
}
