import { TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { askedPage } from './asked-page.ts'
import classes from './toolbar.module.css'

/** The number of the open page; typing another one goes there. A page that does not exist is said, and what was typed stays. */
export function PageNumber(props: {
  page: number
  count: number
  field: RefObject<HTMLInputElement | null>
  onPage: (page: number) => void
}) {
  const { page, count } = props
  const [text, setText] = useState(String(page))
  const [error, setError] = useState<string | null>(null)
  const go = () => {
    const asked = askedPage(text, count)
    if (typeof asked === 'string') return setError(asked)
    setError(null)
    if (asked === null || asked === page) setText(String(page))
    else props.onPage(asked)
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
        className={classes.field}
        classNames={{ error: classes.fieldError }}
        aria-label={`Page number, of ${count}`}
        inputMode="numeric"
        size="xs"
        w="3rem"
        maxLength={5}
        error={error}
        errorProps={{ role: 'alert' }}
        value={text}
        onChange={(event) => {
          setError(null)
          setText(event.currentTarget.value)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || error === null) return
          event.preventDefault()
          setError(null)
          setText(String(page))
        }}
        onBlur={go}
      />
      <span>of {count}</span>
    </form>
  )
}
