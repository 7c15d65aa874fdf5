import type { SettingName, Settings } from '@deedbox/contract/settings.ts'
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Setting } from './setting.tsx'
import classes from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'

type Named<Value> = { [Name in SettingName]: Settings[Name] extends Value ? Name : never }[SettingName]
type Props<Name> = { form: SettingsForm; name: Name; label: string; description?: ReactNode }

const order = ['label', 'description', 'input', 'error'] as const

export function TextSetting(
  props: Props<'deploymentName' | 'supportEmail' | 'phone' | 'enterpriseEmail' | 'businessHours'> & {
    type?: 'email' | 'tel'
    max: number
  },
) {
  const { form, name } = props
  return (
    <Setting form={form} name={name}>
      <TextInput
        id={name}
        label={props.label}
        description={props.description}
        inputWrapperOrder={[...order]}
        type={props.type ?? 'text'}
        maxLength={props.max}
        autoComplete="off"
        value={form.values[name]}
        error={form.errors[name]}
        onChange={(event) => form.set(name, event.currentTarget.value)}
      />
    </Setting>
  )
}

export function ParagraphSetting(props: Props<'officeAddress' | 'hosting'> & { max: number }) {
  const { form, name } = props
  return (
    <Setting form={form} name={name}>
      <Textarea
        id={name}
        label={props.label}
        description={props.description}
        inputWrapperOrder={[...order]}
        autosize
        minRows={2}
        maxLength={props.max}
        value={form.values[name]}
        error={form.errors[name]}
        onChange={(event) => form.set(name, event.currentTarget.value)}
      />
    </Setting>
  )
}

const optional = new Set<SettingName>(['sharePeriodDays', 'storageMegabytes'])

/** Field for a whole number, of days unless `unit` says otherwise. An optional one may be empty. */
export function NumberSetting(
  props: Props<Named<number | null>> & { min: number; max: number; unit?: string },
) {
  const { form, name } = props
  return (
    <Setting form={form} name={name}>
      <NumberInput
        id={name}
        label={props.label}
        description={props.description}
        inputWrapperOrder={[...order]}
        suffix={` ${props.unit ?? 'days'}`}
        allowDecimal={false}
        allowNegative={false}
        min={props.min}
        max={props.max}
        clampBehavior="none"
        classNames={{ wrapper: classes.short ?? '' }}
        value={form.values[name] ?? ''}
        error={form.errors[name]}
        onChange={(value) =>
          form.set(name, value === '' ? ((optional.has(name) ? null : 0) as never) : (Number(value) as never))
        }
      />
    </Setting>
  )
}
