import { Button, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'

type Props = ButtonProps & {
  'aria-label'?: string
  /** State: it chooses a folder with all its files, as browsers have no dialog for files or folders. */
  folder?: boolean
  /** State: it chooses several files, images only. */
  images?: boolean
  /** State: it takes a photograph, with the camera where the device has one. */
  camera?: boolean
  onChosen: (files: File[]) => void
}

/** A button that lets the person choose a file, or a folder. */
export function ChooseButton({ folder = false, images = false, camera = false, onChosen, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        {...(folder && { webkitdirectory: '' })}
        {...(images && { multiple: true })}
        {...((images || camera) && { accept: 'image/*' })}
        {...(camera && { capture: 'environment' })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Clear the field, as the same file may be chosen again.
          event.currentTarget.value = ''
          if (files.length > 0) onChosen(files)
        }}
      />
    </>
  )
}
