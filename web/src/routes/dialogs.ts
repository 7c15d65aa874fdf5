import { later } from '../ui/later.tsx'

// Dialogs of the documents and the dashboard, loaded when somebody opens one.
export const BulkAccessDialog = later(
  async () => (await import('../access/bulk-dialog.tsx')).BulkAccessDialog,
)
export const ExportDialog = later(async () => (await import('../reports/export-dialog.tsx')).ExportDialog)
