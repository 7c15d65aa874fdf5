import type { Grant } from '@deedbox/contract/grants.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { accessSorts } from '@deedbox/contract/sorts.ts'
import { useMemo } from 'react'
import { useSorting } from '../lib/use-sorting.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ErrorState } from '../ui/states.tsx'
import classes from './access.module.css'
import * as columns from './columns.tsx'
import { useGrantActions } from './grant-actions.tsx'
import { useGrants } from './queries.ts'
import { sortGrants } from './sort-grants.ts'

const facts: Column<Grant>[] = [
  columns.personColumn,
  columns.levelColumn,
  columns.statusColumn,
  columns.grantedByColumn,
  columns.grantedColumn,
  columns.endsColumn,
]

/** Shows who can open a document and until when, with Renew and Revoke. */
export function AccessTable({ document }: { document: { id: string; title: string } }) {
  const { data: grants, error, refetch } = useGrants(document.id)
  const [sorting, setSorting] = useSorting(accessSorts, 'grantedAt', { list: 'access' })
  const rows = useMemo(() => grants && sortGrants(grants, sorting), [grants, sorting])
  const { column, dialog } = useGrantActions({ titleOf: () => document.title })
  if (error && !grants) return <ErrorState title={screen.loadAccess} error={error} onRetry={refetch} />
  return (
    <>
      {grants?.length === 0 ? (
        <p className={classes.quiet}>
          Not shared with anyone. When you share the document, the people who can open it appear here.
        </p>
      ) : (
        <DataTable
          label="Access"
          columns={[...facts, column]}
          rows={rows}
          rowKey={(grant) => grant.id}
          sorting={sorting}
          onSort={setSorting}
        />
      )}
      {dialog}
    </>
  )
}
