import { countText } from '@deedbox/contract/counts.ts'
import type { KeyboardEvent, MouseEvent } from 'react'
import classes from './data-table.module.css'
import type { Selection } from './use-selection.ts'

/** The checkbox of a row. Shift+click chooses all rows from the last one; arrow keys move, and choose with Shift. */
export function ChooseRow(props: {
  rowKey: string
  name: string
  checked: boolean
  toggle: Selection['toggle']
  extend: Selection['extend']
}) {
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === ' ' && event.shiftKey) {
      event.preventDefault()
      return props.toggle(props.rowKey, true)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const row = event.currentTarget.closest('tr')
    const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling
    const box = next?.querySelector<HTMLInputElement>('input[data-choose]')
    if (!box) return
    box.focus()
    if (event.shiftKey && box.dataset.choose) props.extend(props.rowKey, box.dataset.choose)
  }
  return (
    <label className={classes.choose} onMouseDown={withoutMarking}>
      <input
        type="checkbox"
        aria-label={`Choose ${props.name}`}
        data-choose={props.rowKey}
        checked={props.checked}
        onClick={(event) => {
          // Focus the checkbox, as the browser does not where marking text was prevented.
          event.currentTarget.focus()
          props.toggle(props.rowKey, event.shiftKey)
        }}
        onChange={nothing}
        onKeyDown={move}
      />
    </label>
  )
}

const withoutMarking = (event: MouseEvent) => {
  if (event.shiftKey) event.preventDefault()
}
/** Handler that does nothing, as `onClick` knows whether Shift was held and changes the selection. */
const nothing = () => undefined

/** Chooses all rows that are loaded, or none. */
export function ChooseAll(props: { rows: number; selection: Selection; label?: boolean }) {
  const { selection, rows } = props
  const text = `Choose all ${countText(rows)} loaded`
  const some = selection.chosen.size > 0
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        {...(props.label ? {} : { 'aria-label': text })}
        checked={some && selection.chosen.size >= rows}
        ref={(box) => {
          if (box) box.indeterminate = some && selection.chosen.size < rows
        }}
        onChange={(event) => selection.all(event.currentTarget.checked)}
      />
      {props.label && <span>{text}</span>}
    </label>
  )
}
