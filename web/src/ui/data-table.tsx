import { countText } from '@deedbox/contract/counts.ts'
import { type Direction, usualDirection } from '@deedbox/contract/sorts.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useCallback, useDeferredValue } from 'react'
import { ChooseAll } from './choose-rows.tsx'
import { breakpoints, narrowest } from './column-widths.ts'
import classes from './data-table.module.css'
import { useKeptFocus } from './kept-focus.ts'
import { classesOf, ListRow, roles } from './list-row.tsx'
import { SortBy } from './sort-by.tsx'
import type { Selection } from './use-selection.ts'

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
  /** State: it is hidden where all columns would leave the name too little room, an 'extra' one before the others, but shown on a card. */
  minor?: boolean | 'extra'
  /** State: it stands in the second line of a row on a phone. Where no column says so, the first two that are not minor do. */
  brief?: boolean
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/**
 * The table of all lists: dense rows, sticky sortable headings, skeleton rows while `rows` is undefined. A row becomes a card where the table's width
 * leaves the name less than 180 px, with a choice of order above the cards; on a phone it is two lines, which open for the rest.
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
  /** State: on a phone the choice of order is among the filters (`FilterButton`). */
  orderAmongFilters?: boolean
  /** Selection of rows; `bar` shows the actions on chosen ones. */
  choosing?: { selection: Selection; nameOf: (row: Row) => string; bar: ReactNode }
  /** Number of skeleton rows while loading, for a list that never has more. */
  expected?: number
}) {
  const { columns, sorting, onSort, choosing } = props
  const chosen = choosing?.selection.chosen
  const body = useKeptFocus()
  // Rows rendered in small steps, so that the page stays responsive while fifty of them appear.
  const rows = useDeferredValue(props.rows)
  const classOf = classesOf(columns)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere in the list clears the selection.
    <div
      ref={useFit(columns, choosing !== undefined)}
      data-choosing={chosen && chosen.size > 0}
      data-order-elsewhere={props.orderAmongFilters || undefined}
      onKeyDown={(event) => onEscape(event, choosing?.selection)}
    >
      {choosing && (
        <>
          {/* Status that is always there, so that screen readers hear of each change. */}
          <VisuallyHidden role="status">{chosenText(choosing.selection, rows?.length ?? 0)}</VisuallyHidden>
          <div className={classes.barPlace}>{choosing.bar}</div>
        </>
      )}
      {sorting && onSort && (
        <SortBy
          className={classes.sortBy ?? ''}
          label={props.label}
          choices={[...columns, ...(props.otherSorts ?? [])]}
          sorting={sorting}
          onSort={onSort}
        />
      )}
      {choosing && rows && (
        <div className={classes.chooseAll}>
          <ChooseAll rows={rows.length} selection={choosing.selection} label />
        </div>
      )}
      <table
        {...roles.table}
        className={classes.table}
        aria-label={props.label}
        aria-busy={rows === undefined}
      >
        <thead {...roles.group}>
          <tr {...roles.row}>
            {choosing && (
              <th scope="col" {...roles.heading} className={classes.chooseCell}>
                <VisuallyHidden>Choose</VisuallyHidden>
                {rows && <ChooseAll rows={rows.length} selection={choosing.selection} />}
              </th>
            )}
            {columns.map((column) => (
              <Heading
                key={column.heading}
                column={column}
                className={classOf(column)}
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
                  {choosing && <td {...roles.cell} className={classes.chooseCell} />}
                  {columns.map((column) => (
                    <td key={column.heading} {...roles.cell} className={classOf(column)}>
                      <Skeleton height={12} radius="sm" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => {
                const key = props.rowKey(row)
                return (
                  <ListRow
                    key={key}
                    rowKey={key}
                    row={row}
                    columns={columns as Column<unknown>[]}
                    name={choosing?.nameOf(row)}
                    chosen={chosen?.has(key) ?? false}
                    toggle={choosing?.selection.toggle}
                    extend={choosing?.selection.extend}
                  />
                )
              })}
        </tbody>
      </table>
    </div>
  )
}

const chosenText = ({ chosen }: Selection, rows: number): string =>
  chosen.size === 0 ? '' : `${countText(chosen.size)} of ${countText(rows)} chosen`

/** Clears the selection by Escape, unless it closes something that the list has opened, which stops the event or is outside of the list. */
function onEscape(event: KeyboardEvent<HTMLElement>, selection: Selection | undefined): void {
  if (event.key !== 'Escape' || event.defaultPrevented || !selection) return
  if (event.currentTarget.contains(event.target as Node)) selection.clear()
}

/**
 * Marks an element as too narrow for all of these columns (`data-narrow`), for a table at all (`data-cards`), or as narrow as a phone
 * (`data-brief`), before it is first painted and whenever its width changes. A container query cannot use a calculated width.
 */
function useFit(columns: Column<never>[], choosing: boolean) {
  const { every, whole, cards } = breakpoints(choosing ? [...columns, { width: '2.75rem' }] : columns)
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const fit = () => {
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
        const width = element.clientWidth / rem
        element.toggleAttribute('data-snug', width < every)
        element.toggleAttribute('data-narrow', width < whole)
        element.toggleAttribute('data-cards', width < cards)
        element.toggleAttribute('data-brief', width < narrowest)
      }
      fit()
      const watcher = new ResizeObserver(fit)
      watcher.observe(element)
      return () => watcher.disconnect()
    },
    [every, whole, cards],
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
