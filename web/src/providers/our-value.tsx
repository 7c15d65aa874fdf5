import { Button, CopyButton, TextInput } from '@mantine/core'
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
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} aria-label={`Copy ${label}`}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </div>
)
