import { fileSize } from '@deedbox/contract/sizes.ts'
import type { UnfinishedUpload } from '@deedbox/contract/uploads.ts'
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { dateTimeText } from '../../lib/format.ts'
import { refreshEverything } from '../../lib/query.ts'
import { useDeployment } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ChooseButton } from './choose-button.tsx'
import { notTheSame } from './same-file.ts'
import { discardUpload } from './transfer.ts'
import classes from './upload.module.css'
import { useOwnUploads } from './use-own-uploads.ts'

type Props = {
  /** Tells whether this page is sending it itself. */
  knows: (id: string) => boolean
  onResume: (upload: UnfinishedUpload, file: File) => void
}

/** The person's unfinished uploads of an earlier visit: they choose the file again, and the rest is sent. */
export function UnfinishedUploads({ knows, onResume }: Props) {
  const { data } = useOwnUploads()
  const uploads = (data?.uploads ?? []).filter(({ id }) => !knows(id))
  if (uploads.length === 0) return null
  return (
    <section className={classes.unfinished} aria-labelledby="unfinished-uploads">
      <h2 id="unfinished-uploads">Unfinished uploads</h2>
      <p className={classes.hint}>
        These uploads were interrupted. What was typed and what has arrived is kept. Choose the same file
        again, and only the rest of it is sent.
      </p>
      <ul className={classes.list} aria-label="Unfinished uploads">
        {uploads.map((upload) => (
          <Unfinished key={upload.id} upload={upload} onResume={onResume} />
        ))}
      </ul>
    </section>
  )
}

function Unfinished({ upload, onResume }: { upload: UnfinishedUpload; onResume: Props['onResume'] }) {
  const { timeZone } = useDeployment()
  const [problem, setProblem] = useState<string | null>(null)
  const [discarding, setDiscarding] = useState(false)
  const percent = Math.floor((upload.received / upload.fileSize) * 100)
  const chosen = ([file]: File[]) => {
    if (!file) return
    const why = notTheSame(upload, file)
    setProblem(why)
    if (!why) onResume(upload, file)
  }
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <IconHourglass size={18} stroke={1.5} aria-hidden="true" />
        <span className={classes.name}>{upload.title}</span>
        <span className={classes.size}>{fileSize(upload.fileSize)}</span>
      </div>
      <div className={classes.rest}>
        <span className={classes.figures}>
          {upload.fileName} · {percent} % has arrived · kept until {dateTimeText(upload.keptUntil, timeZone)}
        </span>
        <ChooseButton
          size="compact-sm"
          onChosen={chosen}
          aria-label={`Continue the upload of ${upload.fileName}`}
        >
          Continue…
        </ChooseButton>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setDiscarding(true)}
          aria-label={`Discard the upload of ${upload.fileName}`}
        >
          Discard
        </Button>
      </div>
      {problem && (
        <p className={classes.fault} role="alert">
          {problem}
        </p>
      )}
      {discarding && (
        <ConfirmDialog
          title={`Discard the upload of ${upload.fileName}?`}
          confirm="Discard"
          destructive
          failure="Failed to discard the upload"
          onClose={() => setDiscarding(false)}
          act={async () => {
            await discardUpload(upload.id)
            await refreshEverything()
          }}
        >
          What has arrived of it is removed. The file on your computer stays as it is.
        </ConfirmDialog>
      )}
    </li>
  )
}
