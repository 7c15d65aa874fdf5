import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton } from '../ui/copy-button.tsx'
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
      classNames={{ input: classes.token ?? '' }}
      value={secret}
      onFocus={(event) => event.currentTarget.select()}
    />
    <Group justify="flex-end">
      <CopyButton text={secret} variant="filled" size="sm" data-autofocus>
        Copy
      </CopyButton>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </Group>
  </Stack>
)
