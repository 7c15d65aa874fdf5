import { TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import classes from './toolbar.module.css'

/** The number of the open page; typing another one goes there. */
export function PageNumber(props: {
  page: number
  count: number
  field: RefObject<HTMLInputElement | null>
  onPage: (page: number) => void
}) {
  const { page, count } = props
  const [text, setText] = useState(String(page))
  const go = () => {
    const target = Number.parseInt(text, 10)
    if (target >= 1 && target <= count && target !== page) props.onPage(target)
    else setText(String(page))
  }
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextInput
        ref={props.field}
        aria-label={`Page number, of ${count}`}
        inputMode="numeric"
        size="xs"
        w="3rem"
        maxLength={5}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={go}
      />
      <span>of {count}</span>
    </form>
  )
}
