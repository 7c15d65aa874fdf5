import { Button, type ButtonProps } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'

/** Chooses a file of evidence. */
export function EvidenceButton({
  busy,
  onFile,
  ...props
}: ButtonProps & { busy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        {...props}
        loading={busy}
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Bring evidence
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Evidence"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
