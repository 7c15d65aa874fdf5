import { Button, CopyButton as Copying } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text, and says so. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  return (
    <Copying value={text} timeout={3_000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={
            copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />
          }
          onClick={copy}
        >
          <span aria-live="polite">{copied ? 'Copied' : children}</span>
        </Button>
      )}
    </Copying>
  )
}
