import { countText } from '@deedbox/contract/counts.ts'
import { matterFileLabels, rowOutcomeNames, rowsDone } from '@deedbox/contract/matter-files.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, Paper, Progress, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { addressOf, call } from '../../lib/api.ts'
import { bytesAt, saveFile } from '../../lib/download.ts'
import { toast } from '../../ui/toast.tsx'
import { When } from '../../ui/when.tsx'
import classes from './import.module.css'
import { rowsText } from './preview.tsx'
import { type Import, importsKey } from './send.ts'

const pollMs = 1_500

/** The latest imports with their progress, which goes on when this page is left. */
export function Imports() {
  const { data, isError } = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => call('GET /api/matter-imports', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ endedAt }) => endedAt === null) ? pollMs : false,
  })
  if (isError)
    return (
      <Alert color="wax" role="alert" mt="xl">
        {screen.loadMatterImports}
      </Alert>
    )
  if (!data || data.imports.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="imports">
      <h2 id="imports">Imports</h2>
      {data.imports.map((one) => (
        <OneImport key={one.id} given={one} />
      ))}
    </section>
  )
}

function OneImport({ given }: { given: Import }) {
  const { id, kind, fileName, rows, done, startedBy, startedAt, endedAt, failure } = given
  const finished = rowOutcomeNames.reduce((sum, outcome) => sum + done[outcome], 0)
  const download = useMutation({
    mutationFn: () =>
      bytesAt(addressOf('GET /api/matter-imports/:importId/result', { params: { importId: id } })),
    onSuccess: (file) => saveFile(file, `${kind}-imported.csv`),
    onError: (error) => toast.failure(screen.matterImportResultFailed, error),
  })
  const name = fileName || matterFileLabels[kind]
  return (
    <Paper withBorder p="md" mb="md" radius="md">
      <div className={classes.tools}>
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {matterFileLabels[kind]} · {rowsText(rows)} · {startedBy} · <When at={startedAt} />
          </Text>
          <Text size="sm" role="status">
            {endedAt === null
              ? `${countText(finished)} of ${rowsText(rows)} done. You can leave this page.`
              : (failure ??
                rowOutcomeNames
                  .filter((outcome) => done[outcome] > 0)
                  .map((outcome) => `${rowsDone[outcome]}: ${countText(done[outcome])}`)
                  .join(' · '))}
          </Text>
        </div>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconFileExport size={16} aria-hidden="true" />}
          aria-label={`Download the result of ${name}`}
          onClick={() => download.mutate()}
        >
          Download the result
        </Button>
      </div>
      {endedAt === null && (
        <Progress value={rows === 0 ? 100 : (100 * finished) / rows} aria-label={`Rows of ${name} done`} />
      )}
    </Paper>
  )
}
