import { Alert, Button, CopyButton, Group, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './factors.module.css'

/** The secret of a new access token, which is never shown again. */
export const TokenSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Stack>
    <Alert color="amber" icon={<IconAlertTriangle />} title="Copy it now">
      It is not shown again. Keep it like a password: whoever has it can use Deedbox as you.
    </Alert>
    <Textarea
      label="Access token"
      readOnly
      autosize
      spellCheck={false}
      classNames={{ input: classes.secret ?? '' }}
      value={secret}
      onFocus={(event) => event.currentTarget.select()}
    />
    <Group justify="flex-end">
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button
            data-autofocus
            leftSection={
              copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
            onClick={copy}
          >
            <span role="status">{copied ? 'Copied' : 'Copy'}</span>
          </Button>
        )}
      </CopyButton>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </Group>
  </Stack>
)
