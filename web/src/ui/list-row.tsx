import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { ChooseRow } from './choose-rows.tsx'
import { briefColumns } from './column-widths.ts'
import classes from './data-table.module.css'
import type { Column } from './data-table.tsx'
import type { Selection } from './use-selection.ts'

/** Roles of a table, as browsers do not treat a table displayed as cards as one. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
}

/** Returns the classes of the cells of each column. */
export function classesOf<Row>(columns: Column<Row>[]): (column: Column<Row>) => string {
  const brief = briefColumns(columns)
  return (column) =>
    [
      column.kind && classes[column.kind],
      column.minor && classes[column.minor === true ? 'minor' : 'extra'],
      brief.includes(column) && classes.brief,
    ]
      .filter(Boolean)
      .join(' ')
}

/**
 * A row that renders again only when its own data has changed, so that choosing one of a thousand touches one. On a phone it shows its name and what is
 * brief, and opens for the rest.
 */
export const ListRow = memo(function ListRow(props: {
  row: unknown
  rowKey: string
  columns: Column<unknown>[]
  name: string | undefined
  chosen: boolean
  toggle: Selection['toggle'] | undefined
  extend: Selection['extend'] | undefined
}) {
  const { row, columns, toggle, extend } = props
  const classOf = classesOf(columns)
  const [open, setOpen] = useState(false)
  const id = useId()
  const main = columns.find(({ kind }) => kind === 'main') ?? columns[0]
  const hides = columns.length > briefColumns(columns).length + 1
  return (
    <tr {...roles.row} data-chosen={props.chosen || undefined} data-open={open || undefined}>
      {toggle && extend && (
        <td {...roles.cell} className={classes.chooseCell}>
          <ChooseRow
            rowKey={props.rowKey}
            name={props.name ?? ''}
            checked={props.chosen}
            toggle={toggle}
            extend={extend}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.heading} {...roles.cell} className={classOf(column)} data-heading={column.heading}>
          <div className={classes.cell} id={column === main ? id : undefined}>
            {column.cell(row)}
          </div>
          {column === main && hides && (
            // Button that is shown on a phone only, where a row has two lines.
            <button
              type="button"
              id={`${id}-more`}
              className={classes.more}
              aria-label="More about"
              aria-labelledby={`${id}-more ${id}`}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <IconChevronDown size={18} aria-hidden="true" />
            </button>
          )}
        </td>
      ))}
    </tr>
  )
})
