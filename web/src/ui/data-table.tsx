import { type Direction, usualDirection } from '@deedbox/contract/sorts.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useCallback, useDeferredValue } from 'react'
import { breakpoints } from './column-widths.ts'
import classes from './data-table.module.css'
import { useKeptFocus } from './kept-focus.ts'
import { SortBy } from './sort-by.tsx'

export type Sorting = { by: string; direction: Direction }

/**
 * A column. `main` is the row's name (the card's title), which keeps 180 px; `actions` holds the row's buttons and
 * shows no heading; `sort` is its sort key. Columns without a `width` share the rest.
 */
export type Column<Row> = {
  heading: string
  cell: (row: Row) => ReactNode
  kind?: 'main' | 'number' | 'actions'
  sort?: string
  width?: `${number}rem` | `${number}%`
  /** Hidden where all columns would leave the name too little room; shown again on a card. */
  minor?: boolean
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Explicit roles: browsers no longer treat a table displayed as cards as a table. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
}

/**
 * Every list of Deedbox: dense rows, sticky sortable headings, skeleton rows while `rows` is undefined. Where its own
 * width leaves the name less than 180 px, a row becomes a card, with a choice of order above the cards.
 */
export function DataTable<Row>(props: {
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  rowKey: (row: Row) => string
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** Orders that no column shows. */
  otherSorts?: { heading: string; sort: string }[]
  /** How many skeleton rows to show while loading, for a list that never has more. */
  expected?: number
}) {
  const className = (column: Column<Row>) =>
    [column.kind && classes[column.kind], column.minor && classes.minor].filter(Boolean).join(' ')
  const { columns, sorting, onSort } = props
  const body = useKeptFocus()
  // Rendered in small steps, so that the page stays responsive while fifty rows appear.
  const rows = useDeferredValue(props.rows)
  return (
    <div ref={useFit(columns)}>
      {sorting && onSort && (
        <SortBy
          className={classes.sortBy ?? ''}
          label={props.label}
          choices={[...columns, ...(props.otherSorts ?? [])]}
          sorting={sorting}
          onSort={onSort}
        />
      )}
      <table
        {...roles.table}
        className={classes.table}
        aria-label={props.label}
        aria-busy={rows === undefined}
      >
        <thead {...roles.group}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <Heading
                key={column.heading}
                column={column}
                className={className(column)}
                sorting={sorting}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...roles.group}>
          {rows === undefined
            ? skeletonRows.slice(0, props.expected).map((key) => (
                <tr key={key} {...roles.row}>
                  {columns.map((column) => (
                    <td key={column.heading} {...roles.cell} className={className(column)}>
                      <Skeleton height={12} radius="sm" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={props.rowKey(row)} {...roles.row}>
                  {columns.map((column) => (
                    <td
                      key={column.heading}
                      {...roles.cell}
                      className={className(column)}
                      data-heading={column.heading}
                    >
                      <div className={classes.cell}>{column.cell(row)}</div>
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Marks an element as too narrow for all of these columns (`data-narrow`), or for a table at all (`data-cards`), before
 * it is first painted and whenever its width changes. A container query cannot use a calculated width.
 */
function useFit(columns: Column<never>[]) {
  const { whole, cards } = breakpoints(columns)
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const fit = () => {
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
        const width = element.clientWidth / rem
        element.toggleAttribute('data-narrow', width < whole)
        element.toggleAttribute('data-cards', width < cards)
      }
      fit()
      const watcher = new ResizeObserver(fit)
      watcher.observe(element)
      return () => watcher.disconnect()
    },
    [whole, cards],
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
      <th scope="col" {...roles.heading} className={props.className} style={style}>
        {column.kind === 'actions' ? <VisuallyHidden>{column.heading}</VisuallyHidden> : column.heading}
      </th>
    )
  const active = sorting.by === sort
  const ascending = active && sorting.direction === 'asc'
  const Arrow = active ? (ascending ? IconArrowUp : IconArrowDown) : IconArrowsSort
  return (
    <th
      scope="col"
      {...roles.heading}
      className={props.className}
      style={style}
      aria-sort={active ? (ascending ? 'ascending' : 'descending') : 'none'}
    >
      <span className={classes.unsorted}>{column.heading}</span>
      <button
        type="button"
        className={classes.sort}
        data-active={active}
        onClick={() =>
          onSort({
            by: sort,
            direction: !active ? usualDirection(sort) : ascending ? 'desc' : 'asc',
          })
        }
      >
        {column.heading}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  )
}
