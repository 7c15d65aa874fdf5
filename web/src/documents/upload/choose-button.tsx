import { Button, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'

type Props = ButtonProps & {
  'aria-label'?: string
  /** Chooses a folder with all that is in it: browsers have no dialog for files or folders. */
  folder?: boolean
  onChosen: (files: File[]) => void
}

/** A button that lets the person choose a file, or a folder. */
export function ChooseButton({ folder = false, onChosen, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        {...(folder && { webkitdirectory: '' })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (files.length > 0) onChosen(files)
        }}
      />
    </>
  )
}
