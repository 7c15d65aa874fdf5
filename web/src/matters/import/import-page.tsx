import { listText } from '@deedbox/contract/list-text.ts'
import {
  columnsOf,
  type MatterFile,
  matterFileLabels,
  matterFileNames,
} from '@deedbox/contract/matter-files.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, Checkbox, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { csvOf } from '../../lib/csv.ts'
import { saveFile } from '../../lib/download.ts'
import { queryClient } from '../../lib/query.ts'
import { ChooseCsv } from '../../ui/choose-csv.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Imports } from './imports.tsx'
import { PreviewOf } from './preview.tsx'
import { importsKey, type Preview, previewFile, startImport } from './send.ts'

type Given = { file: File; kind: MatterFile; overwrite: boolean }

/** Page /matters/import: choose a file of matters, parties or dates, see what each row will do, and let it be imported in the background. */
export function MatterImportPage() {
  const [kind, setKind] = useState<MatterFile>('matters')
  const [overwrite, setOverwrite] = useState(false)
  const [shown, setShown] = useState<(Given & { preview: Preview }) | null>(null)
  const check = useMutation({
    mutationFn: async (given: Given) => ({ ...given, preview: await previewFile(given) }),
    onSuccess: setShown,
  })
  const run = useMutation({
    mutationFn: startImport,
    onSuccess: () => {
      setShown(null)
      return queryClient.invalidateQueries({ queryKey: importsKey })
    },
  })
  const look = (given: Partial<Given>) => {
    run.reset()
    const file = given.file ?? shown?.file
    if (file) check.mutate({ kind, overwrite, file, ...given })
  }
  const forget = () => {
    setShown(null)
    check.reset()
    run.reset()
  }
  const error = run.error ?? check.error
  return (
    <>
      <PageHeader
        title="Import matters"
        back={{ to: '/matters', label: 'Back to Matters' }}
        lead="Bring in matters, their parties and their dates from CSV files, matters first. Nothing happens before you have seen what each row will do."
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => saveTemplate(kind)}
          >
            Download a template
          </Button>
        }
      />
      <Stack gap="md">
        <SegmentedControl
          aria-label="What the file has"
          value={kind}
          onChange={(value) => {
            setKind(matterFileNames.find((one) => one === value) ?? 'matters')
            forget()
          }}
          data={matterFileNames.map((value) => ({ value, label: matterFileLabels[value] }))}
          w="fit-content"
          maw="100%"
        />
        <Checkbox
          label="Change what is there already and differs"
          description={about[kind]}
          checked={overwrite}
          onChange={({ currentTarget: { checked } }) => {
            setOverwrite(checked)
            look({ overwrite: checked })
          }}
        />
        <ChooseCsv
          label={`File of ${matterFileLabels[kind].toLowerCase()}`}
          busy={check.isPending}
          small={shown !== null}
          onChoose={(file) => look({ file })}
        />
        {error && (
          <Alert
            color="wax"
            role="alert"
            icon={<IconAlertCircle />}
            title={run.error ? screen.matterImportFailed : 'Failed to read the file'}
          >
            {messageOf(error)}
          </Alert>
        )}
        {shown ? (
          <PreviewOf
            fileName={shown.file.name}
            preview={shown.preview}
            busy={run.isPending || check.isPending}
            onImport={() => run.mutate(shown)}
          />
        ) : (
          <Columns kind={kind} />
        )}
      </Stack>
      <Imports />
    </>
  )
}

const about: Record<MatterFile, string> = {
  matters: 'A matter is known by its reference. Blank cells change nothing.',
  parties:
    'A role is known by matter, party, role and first day. Its end may be added; anything else is corrected on the matter’s page.',
  dates: 'A date is known by its matter, kind, title and day. Blank cells change nothing.',
}

/** Saves a template with an example. */
function saveTemplate(kind: MatterFile): void {
  const columns = columnsOf(kind).map(([, column]) => column)
  saveFile(
    csvOf([columns.map(({ heading }) => heading), columns.map(({ example }) => example)]),
    `${kind}-template.csv`,
  )
}

function Columns({ kind }: { kind: MatterFile }) {
  const columns = columnsOf(kind).map(([, column]) => column)
  const needed = columns.filter(({ needed }) => needed)
  const others = columns.filter(({ needed }) => !needed)
  return (
    <Text size="sm" maw="44rem">
      The first line names the columns: <strong>{textOf(needed)}</strong> are needed; {textOf(others)} may be
      there. Columns are separated by commas or semicolons. A file has at most 10,000 rows and 5 MB. What
      Deedbox exports has these columns.
    </Text>
  )
}

const textOf = (columns: { heading: string }[]) => listText(columns.map(({ heading }) => heading))
