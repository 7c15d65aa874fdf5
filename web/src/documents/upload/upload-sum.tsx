import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconUpload } from '@tabler/icons-react'
import { announcement } from './progress.ts'
import classes from './upload.module.css'
import type { Upload } from './use-uploads.ts'

/** Says how many of the files are uploaded and failed, stays in view above the list, and leads to the first that failed. */
export function UploadSum(props: { uploads: readonly Upload[]; busy: boolean; onShowFailed: () => void }) {
  const { uploads, busy } = props
  const text = announcement([...uploads])
  const failed = uploads.some(({ is }) => is === 'failed')
  const Icon = failed ? IconAlertCircle : busy ? IconUpload : IconCircleCheck
  return (
    <div className={classes.sum} data-empty={text === ''} data-failed={failed}>
      {text && <Icon size={18} aria-hidden="true" />}
      <span role="status">{text}</span>
      {failed && (
        <Button size="compact-sm" variant="default" onClick={props.onShowFailed}>
          Show what failed
        </Button>
      )}
    </div>
  )
}
