import { countText } from '@deedbox/contract/counts.ts'
import { Pagination } from '@mantine/core'
import { type Key, useState } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import classes from './preview-rows.module.css'

const pageSize = 50

/** Rows of a file that is to be imported, fifty at a time; another choice of rows (`choice`) begins at the first page. */
export function PreviewRows<Row extends { line: number }>(props: {
  columns: Column<Row>[]
  rows: readonly Row[]
  choice: Key
}) {
  const { columns, rows, choice } = props
  const [at, setAt] = useState({ choice, page: 1 })
  const page = at.choice === choice ? at.page : 1
  return (
    <>
      <DataTable
        label="Rows of the file"
        columns={columns}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ line }) => String(line)}
      />
      {rows.length > pageSize && (
        <nav className={classes.pages} aria-label="Pages of the preview">
          <Pagination
            total={Math.ceil(rows.length / pageSize)}
            value={page}
            onChange={(page) => setAt({ choice, page })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          />
        </nav>
      )}
    </>
  )
}

/** Problems of a row, each with its line where that is not the row's. */
export function RowProblems(props: { line: number; problems: readonly { line: number; text: string }[] }) {
  if (props.problems.length === 0) return null
  return (
    <ul className={classes.problems}>
      {props.problems.map(({ line, text }) => (
        <li key={text}>
          {line !== props.line && `Line ${countText(line)}: `}
          {text}
        </li>
      ))}
    </ul>
  )
}
