import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DocumentPicker } from '../ui/document-picker.tsx'

/** Documents that are chosen one by one; a row without one counts as none. */
export function DocumentsField(props: {
  value: (string | null)[]
  onChange: (value: (string | null)[]) => void
  labelOf: (at: number) => string
  add: string
  most: number
  matter?: string
  error?: ReactNode
  'data-path'?: string
}) {
  const { value, onChange, labelOf, add, most, matter, error, 'data-path': path } = props
  return (
    <>
      {value.map((chosen, at) => (
        <DocumentPicker
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own.
          key={at}
          label={labelOf(at)}
          required={at === 0}
          value={chosen}
          onChange={(id: string | null) => onChange(value.map((one, n) => (n === at ? id : one)))}
          {...(matter !== undefined && { matter })}
          {...(at === 0 && { error, 'data-path': path })}
        />
      ))}
      {value.length < most && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => onChange([...value, null])}
        >
          {add}
        </Button>
      )}
    </>
  )
}
