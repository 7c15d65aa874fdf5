import '@mantine/dropzone/styles.layer.css'
import { limits } from '@deedbox/contract/limits.ts'
import { errors } from '@deedbox/contract/refusals/kernel.ts'
import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './choose-csv.module.css'

/** Area where a CSV file for an import is dropped or chosen. */
export function ChooseCsv(props: {
  /** Name of the field. */
  label: string
  busy: boolean
  small: boolean
  onChoose: (file: File) => void
}) {
  const [tooLarge, setTooLarge] = useState(false)
  return (
    <>
      <Dropzone
        onDrop={([file]) => {
          if (!file) return
          setTooLarge(file.size > limits.importFile.bytes)
          if (file.size <= limits.importFile.bytes) props.onChoose(file)
        }}
        multiple={false}
        loading={props.busy}
        className={classes.zone ?? ''}
        aria-label="Choose a CSV file"
        inputProps={{ accept: '.csv,.txt,text/csv', 'aria-label': props.label }}
      >
        <div className={classes.invitation}>
          <IconFileSpreadsheet size={props.small ? 24 : 40} stroke={1.3} aria-hidden="true" />
          <strong>
            {props.small ? 'Choose another file' : 'Drop a CSV file here, or press to choose it'}
          </strong>
        </div>
      </Dropzone>
      {tooLarge && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {errors['import-too-large'].message}
        </Text>
      )}
    </>
  )
}
