import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { skippedText } from './sort-out.ts'
import classes from './upload.module.css'

/** Files of the chosen folders that are not uploaded, with the reasons. */
export function SkippedFiles(props: { skipped: { path: string; why: string }[]; onClose: () => void }) {
  if (props.skipped.length === 0) return null
  const { title, reasons } = skippedText(props.skipped)
  return (
    <Alert
      mt="md"
      title={title}
      icon={<IconInfoCircle />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={props.onClose}
      role="status"
    >
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <details>
        <summary>Which files</summary>
        <ul className={classes.reasons}>
          {props.skipped.map(({ path, why }) => (
            <li key={path}>
              {path}: {why}
            </li>
          ))}
        </ul>
      </details>
    </Alert>
  )
}
