import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export type Sorting = { by: string; direction: 'asc' | 'desc' }

/**
 * A column. `main` is the row's headline (on a phone the card's title), `actions` holds its buttons and shows no
 * heading, `sort` names the key it sorts by, `width` is a CSS length (columns without one share the rest).
 */
export type Column<Row> = {
  heading: string
  cell: (row: Row) => ReactNode
  kind?: 'main' | 'number' | 'actions'
  sort?: string
  width?: string
  /** Left out where the table gets narrow (640 to 1100 px). */
  minor?: boolean
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Every list of Deedbox: dense rows, sticky sortable headings, cards on a phone; skeleton rows while `rows` is undefined. */
export function DataTable<Row>(props: {
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  rowKey: (row: Row) => string
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** How many rows to keep a place for while they load, where it is never more than that. */
  expected?: number
}) {
  const className = (column: Column<Row>) =>
    [column.kind && classes[column.kind], column.minor && classes.minor].filter(Boolean).join(' ')
  return (
    <table className={classes.table} aria-label={props.label} aria-busy={props.rows === undefined}>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <Heading
              key={column.heading}
              column={column}
              className={className(column)}
              sorting={props.sorting}
              onSort={props.onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows === undefined
          ? skeletonRows.slice(0, props.expected).map((key) => (
              <tr key={key}>
                {props.columns.map((column) => (
                  <td key={column.heading} className={className(column)}>
                    <Skeleton height={12} radius="sm" />
                  </td>
                ))}
              </tr>
            ))
          : props.rows.map((row) => (
              <tr key={props.rowKey(row)}>
                {props.columns.map((column) => (
                  <td key={column.heading} className={className(column)} data-heading={column.heading}>
                    <div className={classes.cell}>{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

function Heading<Row>(props: {
  column: Column<Row>
  className: string
  sorting: Sorting | undefined
  onSort: ((sorting: Sorting) => void) | undefined
}) {
  const { column, sorting, onSort } = props
  const { sort } = column
  const style = column.width ? { width: column.width } : undefined
  if (!sort || !onSort || !sorting)
    return (
      <th scope="col" className={props.className} style={style}>
        {column.kind === 'actions' ? <VisuallyHidden>{column.heading}</VisuallyHidden> : column.heading}
      </th>
    )
  const active = sorting.by === sort
  const ascending = active && sorting.direction === 'asc'
  const Arrow = active ? (ascending ? IconArrowUp : IconArrowDown) : IconArrowsSort
  return (
    <th
      scope="col"
      className={props.className}
      style={style}
      aria-sort={active ? (ascending ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        data-active={active}
        onClick={() => onSort({ by: sort, direction: ascending ? 'desc' : 'asc' })}
      >
        {column.heading}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  )
}
