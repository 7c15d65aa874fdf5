import { memo, type ReactNode } from 'react'
import classes from './check-list.module.css'

export type CheckRow = { id: string; title: string; details: string; aside?: string }

/**
 * Rows to choose from, in a scrolling frame. It is fast with a thousand rows: each is plain elements, renders again only when its own checkbox
 * changes, and is laid out only when in view. `all` is the text, with the number, of a checkbox above the rows for all of them. `children` are below
 * the rows and scroll with them.
 */
export function CheckList(props: {
  label: string
  rows: CheckRow[]
  selected: ReadonlySet<string>
  /** Callback that must be stable, so that rows do not render again. */
  onToggle: (id: string) => void
  all?: { text: string; onChange: (checked: boolean) => void }
  describedBy?: string
  children?: ReactNode
}) {
  const { rows, selected, onToggle } = props
  const marked = rows.filter(({ id }) => selected.has(id)).length
  return (
    <fieldset
      className={classes.frame}
      aria-label={props.label}
      {...(props.describedBy ? { 'aria-describedby': props.describedBy } : {})}
    >
      {props.all && (
        <label className={classes.all}>
          <input
            type="checkbox"
            checked={marked === rows.length}
            ref={(box) => {
              if (box) box.indeterminate = marked > 0 && marked < rows.length
            }}
            onChange={(event) => props.all?.onChange(event.currentTarget.checked)}
          />
          {props.all.text}
        </label>
      )}
      <div className={classes.rows}>
        {rows.map((row) => (
          <Row key={row.id} {...row} checked={selected.has(row.id)} onToggle={onToggle} />
        ))}
        {props.children}
      </div>
    </fieldset>
  )
}

const Row = memo(function Row(props: CheckRow & { checked: boolean; onToggle: (id: string) => void }) {
  return (
    <div className={classes.row}>
      <label>
        <input type="checkbox" checked={props.checked} onChange={() => props.onToggle(props.id)} />
        <span className={classes.texts}>
          <span className={classes.title}>{props.title}</span>
          <span className={classes.details}>{props.details}</span>
        </span>
        {props.aside && <span className={classes.aside}>{props.aside}</span>}
      </label>
    </div>
  )
})
