import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { ChooseCsv } from '../../ui/choose-csv.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { refreshPeople } from '../refresh.ts'
import { Done } from './done.tsx'
import { saveTemplate } from './files.ts'
import { PreviewOf } from './preview.tsx'
import { importFile, type Preview, previewFile } from './send.ts'

type Shown = { file: File; preview: Preview }

/** Page to import people from a CSV file: choose it, see what each row will do, then import everybody or nobody. */
export function ImportPage({ back }: { back: { to: string; label: string } }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [changes, setChanges] = useState<string[]>([])
  const check = useMutation({
    mutationFn: async (file: File) => ({ file, preview: await previewFile(file) }),
    onSuccess: setShown,
  })
  const run = useMutation({
    mutationFn: ({ file, preview }: Shown) => importFile(file, preview.plan),
    onSuccess: () => refreshPeople(),
    onError: (error, { file }) => {
      if (!(error instanceof ApiError && error.code === 'import-changed')) return
      setChanges(Object.entries(error.fields).map(([line, change]) => `${capital(line)}: ${change}`))
      check.mutate(file)
    },
  })
  const choose = (file: File) => {
    setShown(null)
    setChanges([])
    run.reset()
    check.mutate(file)
  }
  const error = run.error ?? check.error
  return (
    <>
      <PageHeader
        title="Import people"
        back={back}
        lead="Invite many people at once from a CSV file. Nothing happens before you have seen what each row will do."
        actions={
          !run.data && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={saveTemplate}
            >
              Download a template
            </Button>
          )
        }
      />
      {run.data ? (
        <Done imported={run.data} back={back} />
      ) : (
        <>
          <ChooseCsv label="File of people" busy={check.isPending} small={shown !== null} onChoose={choose} />
          {error && (
            <Alert
              color="wax"
              role="alert"
              mt="md"
              icon={<IconAlertCircle />}
              title={run.error ? 'Failed to import the people' : 'Failed to read the file'}
            >
              {messageOf(error)}
              {changes.length > 0 && (
                <ul>
                  {changes.map((change) => (
                    <li key={change}>{change}</li>
                  ))}
                </ul>
              )}
            </Alert>
          )}
          {shown && (
            <PreviewOf
              key={shown.preview.plan}
              fileName={shown.file.name}
              preview={shown.preview}
              busy={run.isPending || check.isPending}
              onImport={() => run.mutate(shown)}
            />
          )}
          {!shown && !check.isPending && <Columns />}
        </>
      )}
    </>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const Columns = () => (
  <Text size="sm" mt="md" maw="44rem">
    The first line names the columns: <strong>Email</strong> and <strong>Role</strong> are needed; First Name,
    Last Name (or Name), Professional Type, Organisation, Access Ends and State may be there. Columns are
    separated by commas or semicolons. A file has at most 10,000 people and 5 MB.
  </Text>
)
