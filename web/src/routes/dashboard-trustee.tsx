import { Button } from '@mantine/core'
import { IconChecklist, IconFileExport } from '@tabler/icons-react'
import { useState } from 'react'
import { GrantTable } from '../access/grant-table.tsx'
import { TrusteeDashboard } from '../dashboard/trustee-dashboard.tsx'
import { FilterBar } from '../documents/filter-bar.tsx'
import { TopDocuments } from '../documents/top-documents.tsx'
import { useListState } from '../documents/use-list-state.ts'
import { askedColumn, documentColumn, requesterColumn } from '../requests/columns.tsx'
import { ReviewTable } from '../requests/review-table.tsx'
import { BulkAccessDialog, ExportDialog } from './dialogs.ts'
import { useQueueCells } from './waiting.tsx'

const requestColumns = [documentColumn, requesterColumn, askedColumn]

/** /dashboard of a trustee */
export default function TrusteePage() {
  const { state, setFilter, clear } = useListState()
  const [open, setOpen] = useState<'bulk' | 'export' | null>(null)
  const close = () => setOpen(null)
  const { cells, dialog } = useQueueCells()
  return (
    <>
      <TrusteeDashboard
        cells={cells}
        filter={state.filter}
        filterBar={(busy) => (
          <FilterBar filter={state.filter} onSet={setFilter} onClear={clear} busy={busy} />
        )}
        topDocuments={(rows) => <TopDocuments rows={rows} />}
        pendingRequests={(rows) => (
          <ReviewTable label="Pending requests" columns={requestColumns} rows={rows} />
        )}
        longTermAccess={(rows) => <GrantTable label="Long-term access" rows={rows} />}
        expiredAccess={(rows) => <GrantTable label="Expired access" rows={rows} />}
        manageAccess={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChecklist size={16} aria-hidden="true" />}
            onClick={() => setOpen('bulk')}
          >
            Manage access
          </Button>
        }
        exportAudit={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileExport size={16} aria-hidden="true" />}
            onClick={() => setOpen('export')}
          >
            Export
          </Button>
        }
      />
      {dialog}
      {open === 'bulk' && <BulkAccessDialog onClose={close} />}
      {open === 'export' && <ExportDialog onClose={close} />}
    </>
  )
}
