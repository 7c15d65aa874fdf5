import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useDeployment } from '../lib/session.ts'
import { useUnsaved } from '../lib/unsaved.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import classes from './factors.module.css'

/** New backup codes, shown this once. */
export function BackupCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { deploymentName } = useDeployment()
  useUnsaved(
    () => true,
    () => ({
      title: 'Leave without keeping the codes?',
      confirm: 'Leave without them',
      text: 'They are shown only this once.',
    }),
  )
  const text = `${deploymentName}: backup codes of ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`

  function download() {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'backup-codes.txt'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }

  return (
    <Stack>
      <Text>
        If you lose your second factor, you can sign in with one of these codes. Each works once. Keep them
        where you find them without this device.
      </Text>
      <section className={classes.printed} aria-label="Backup codes">
        <p className={classes.paper}>{deploymentName}: backup codes. Each works once.</p>
        <ol className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </section>
      <Group gap="xs">
        <CopyButton text={codes.join('\n')}>Copy</CopyButton>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          onClick={download}
        >
          Download
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPrinter size={14} aria-hidden="true" />}
          onClick={() => print()}
        >
          Print
        </Button>
      </Group>
      <Alert color="amber">These codes are not shown again.</Alert>
      <Button onClick={onKept}>I have kept them</Button>
    </Stack>
  )
}
