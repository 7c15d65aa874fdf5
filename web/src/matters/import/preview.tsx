import { counted, countText } from '@deedbox/contract/counts.ts'
import { type RowOutcome, rowOutcomeNames, rowOutcomes } from '@deedbox/contract/matter-files.ts'
import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Cut } from '../../ui/cut.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PreviewRows, RowProblems } from '../../ui/preview-rows.tsx'
import classes from './import.module.css'
import { OutcomeBadge } from './outcome.tsx'
import type { Preview } from './send.ts'

export const rowsText = (count: number) => counted(count, 'row')

const columns: Column<Preview['rows'][number]>[] = [
  { heading: 'Line', kind: 'number', width: '5rem', cell: ({ line }) => countText(line) },
  { heading: 'Row', kind: 'main', cell: ({ label }) => <Cut text={label || '–'} /> },
  {
    heading: 'What happens',
    width: '45%',
    brief: true,
    cell: ({ line, outcome, problems }) => (
      <div>
        <OutcomeBadge outcome={outcome} />
        <RowProblems line={line} problems={problems} />
      </div>
    ),
  },
]

/** Preview of a file, wrong rows first, with the button that imports it. */
export function PreviewOf(props: {
  fileName: string
  preview: Preview
  busy: boolean
  onImport: () => void
}) {
  const { rows, counts, ignoredColumns, encoding } = props.preview
  const [only, setOnly] = useState<RowOutcome | ''>('')
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong')
  const chosen = only
    ? rows.filter(({ outcome }) => outcome === only)
    : [...wrong, ...rows.filter(({ outcome }) => outcome !== 'wrong')]
  const doing = counts.insert + counts.change
  const notes = [
    ignoredColumns.length > 0 && `Columns that are not used: ${ignoredColumns.slice(0, 10).join(', ')}.`,
    encoding === 'Windows-1252' &&
      'The file is not UTF-8 and was read as Windows-1252. Please check names with accents.',
  ].filter((note) => note !== false)
  return (
    <section className={classes.section} aria-labelledby="preview">
      <h2 id="preview">
        {rowsText(rows.length)} in {props.fileName}
      </h2>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {wrong.length > 0 && (
        <Alert color="wax" role="alert" icon={<IconAlertTriangle />}>
          {counted(wrong.length, 'row is wrong and is', 'rows are wrong and are')} left out. You can correct
          the file and choose it again, before or after: what is there already is not added twice.
        </Alert>
      )}
      {doing === 0 && <Alert color="gray">There is nothing to import in this file.</Alert>}
      <div className={classes.tools}>
        <NativeSelect
          aria-label="Which rows"
          value={only}
          onChange={({ currentTarget: { value } }) =>
            setOnly(rowOutcomeNames.find((outcome) => outcome === value) ?? '')
          }
          data={[
            { value: '', label: `All rows (${countText(rows.length)})` },
            ...rowOutcomeNames
              .filter((outcome) => counts[outcome] > 0)
              .map((outcome) => ({
                value: outcome,
                label: `${rowOutcomes[outcome]} (${countText(counts[outcome])})`,
              })),
          ]}
        />
        {doing > 0 && (
          <Button loading={props.busy} onClick={props.onImport}>
            Import {rowsText(doing)}
          </Button>
        )}
      </div>
      <PreviewRows columns={columns} rows={chosen} choice={only} />
    </section>
  )
}
