import { counted, countText } from '@deedbox/contract/counts.ts'
import { type ImportOutcome, importOutcomes, isFaulty } from '@deedbox/contract/import-terms.ts'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconShield } from '@tabler/icons-react'
import { useState } from 'react'
import { Cut } from '../../ui/cut.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PreviewRows, RowProblems } from '../../ui/preview-rows.tsx'
import { saveProblems } from './files.ts'
import classes from './import.module.css'
import { OutcomeBadge, outcomeTexts } from './outcome.tsx'
import type { Preview } from './send.ts'

type Row = Preview['rows'][number]

const people = (count: number) => counted(count, 'person', 'people')
const rowsText = (count: number) => counted(count, 'row')

const columns: Column<Row>[] = [
  { heading: 'Line', kind: 'number', width: '5rem', cell: ({ line }) => countText(line) },
  { heading: 'Email', kind: 'main', cell: ({ email }) => <Cut text={email || '–'} /> },
  {
    heading: 'Name',
    minor: true,
    cell: ({ firstName, lastName }) => <Cut text={`${firstName} ${lastName}`.trim() || '–'} />,
  },
  {
    heading: 'Role',
    width: '10rem',
    cell: ({ role, professionalType }) => <Cut text={roleText(role, professionalType)} />,
  },
  { heading: 'Organisation', minor: true, cell: ({ organization }) => <Cut text={organization || '–'} /> },
  {
    heading: 'What happens',
    width: '32%',
    cell: ({ line, outcome, problems }) => (
      <div>
        <OutcomeBadge outcome={outcome} />
        <RowProblems line={line} problems={problems} />
      </div>
    ),
  },
]

/** Names a role; one that Deedbox does not have is shown as written. */
function roleText(role: string, professionalType: string | null): string {
  const label = roleShortLabel(role, professionalType)
  return label === 'User' ? role || '–' : label
}

/** Preview of the rows of a file, fifty at a time, with the button that imports them. */
export function PreviewOf(props: {
  fileName: string
  preview: Preview
  busy: boolean
  onImport: () => void
}) {
  const { preview } = props
  const { rows, counts } = preview
  const faulty = rows.filter(({ outcome }) => isFaulty(outcome))
  const toInvite = counts.invite + counts.replace
  const [only, setOnly] = useState<ImportOutcome | ''>('')
  // Rows shown, with problems first, as these need work.
  const chosen = only
    ? rows.filter(({ outcome }) => outcome === only)
    : [...faulty, ...rows.filter(({ outcome }) => !isFaulty(outcome))]
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <h2 id="preview">
        {rowsText(rows.length)} in {props.fileName}
      </h2>
      <Notes preview={preview} />
      {faulty.length > 0 ? (
        <Alert color="wax" role="alert" icon={<IconAlertTriangle />}>
          {`${counted(faulty.length, 'row is wrong', 'rows are wrong')}.`} Please correct the file and choose
          it again. Nobody is imported while a row is wrong.
        </Alert>
      ) : (
        toInvite === 0 && <Alert color="gray">There is nobody to invite in this file.</Alert>
      )}
      <div className={classes.tools}>
        <NativeSelect
          aria-label="Which rows"
          value={only}
          onChange={({ currentTarget: { value } }) =>
            setOnly(importOutcomes.find((outcome) => outcome === value) ?? '')
          }
          data={[
            { value: '', label: `All rows (${countText(rows.length)})` },
            ...importOutcomes
              .filter((outcome) => counts[outcome] > 0)
              .map((outcome) => ({
                value: outcome,
                label: `${outcomeTexts[outcome]} (${countText(counts[outcome])})`,
              })),
          ]}
        />
        <div className={classes.buttons}>
          {faulty.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => saveProblems(faulty)}
            >
              Download the problems
            </Button>
          )}
          {faulty.length === 0 && toInvite > 0 && (
            <Button loading={props.busy} onClick={props.onImport}>
              Invite {people(toInvite)}
            </Button>
          )}
        </div>
      </div>
      <PreviewRows columns={columns} rows={chosen} choice={only} />
    </section>
  )
}

/** Notes to read before importing: administrators, new organisations, and how the file was read. */
function Notes({ preview }: { preview: Preview }) {
  const { administrators, newOrganizations, encoding, ignoredColumns, counts } = preview
  const notes = [
    counts.replace > 0 &&
      `${people(counts.replace)} already invited will get a new invitation; the link they have stops working.`,
    newOrganizations.length > 0 &&
      `${newOrganizations.length === 1 ? 'This organisation does' : `These ${countText(newOrganizations.length)} organisations do`} not exist yet and will be created: ${newOrganizations.slice(0, 10).join(', ')}${newOrganizations.length > 10 ? ', …' : ''}.`,
    ignoredColumns.length > 0 && `Columns that are not used: ${ignoredColumns.slice(0, 10).join(', ')}.`,
    encoding === 'Windows-1252' &&
      'The file is not UTF-8 and was read as Windows-1252. Please check names with accents.',
  ].filter((note) => note !== false)
  return (
    <>
      {administrators > 0 && (
        <Alert color="amber" icon={<IconShield />} mb="sm">
          {people(administrators)} will become{' '}
          {administrators === 1
            ? 'an administrator, who sees all documents and manages everyone.'
            : 'administrators, who see all documents and manage everyone.'}
        </Alert>
      )}
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}
