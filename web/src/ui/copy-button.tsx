import { Button, type ButtonProps, CopyButton as Copying, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

type Look = Pick<ButtonProps, 'variant' | 'color' | 'size'>

/** Copies a text, and says so. */
export function CopyButton({
  text,
  children,
  ...rest
}: Look & { text: string; children: string; 'aria-label'?: string; 'data-autofocus'?: true }) {
  return (
    <Copying value={text} timeout={3_000}>
      {({ copied, copy }) => (
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={
              copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />
            }
            {...rest}
            onClick={copy}
          >
            {copied ? 'Copied' : children}
          </Button>
          {/* Status outside of the button, whose own name would be read out when the page appears. */}
          <VisuallyHidden role="status">{copied && 'Copied'}</VisuallyHidden>
        </>
      )}
    </Copying>
  )
}
