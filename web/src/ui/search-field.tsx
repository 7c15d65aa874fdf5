import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

/** A search field that searches shortly after typing stops. `value` is the current search. */
export function SearchField({
  value,
  onSearch,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // Change from outside: back, forward, or the filters were cleared.
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onSearch(text.trim()), 300)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      {...rest}
    />
  )
}
