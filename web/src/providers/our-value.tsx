import { TextInput } from '@mantine/core'
import { CopyButton } from '../ui/copy-button.tsx'
import classes from './providers.module.css'

/** A value of this deployment that the provider must be told, with a button to copy it. */
export const OurValue = ({
  label,
  description = 'Enter this at the provider.',
  value,
}: {
  label: string
  description?: string
  value: string
}) => (
  <div className={classes.ours}>
    <TextInput label={label} description={description} value={value} readOnly />
    <CopyButton text={value} size="sm" aria-label={`Copy ${label}`}>
      Copy
    </CopyButton>
  </div>
)
