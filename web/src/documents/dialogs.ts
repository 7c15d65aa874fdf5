import { later } from '../ui/later.tsx'

// Dialogs of lists and of a document's page, loaded when somebody opens one.
export const ArchiveDialog = later(async () => (await import('./archive-dialog.tsx')).ArchiveDialog)
export const ConfirmDetailsDialog = later(
  async () => (await import('./confirm-details-dialog.tsx')).ConfirmDetailsDialog,
)
export const CorrectDialog = later(async () => (await import('./correct-dialog.tsx')).CorrectDialog)
export const MatterDialog = later(async () => (await import('./matter-dialog.tsx')).MatterDialog)
export const LinkDialog = later(async () => (await import('./link-dialog.tsx')).LinkDialog)
export const VersionDialog = later(async () => (await import('./version-dialog.tsx')).VersionDialog)
export const SignatoriesDialog = later(
  async () => (await import('./signatories-dialog.tsx')).SignatoriesDialog,
)
export const DeleteDialog = later(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
