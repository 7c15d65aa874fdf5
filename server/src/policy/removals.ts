import type { ErrorCode } from '@deedbox/contract/refusals.ts'

/** Things that a removal takes away, with what it says when a hold keeps them. */
type Of = 'documents' | 'person' | 'organisation' | 'events'
export const keeps: Record<Exclude<Of, 'events'>, ErrorCode> = {
  documents: 'hold-keeps',
  person: 'hold-keeps-person',
  organisation: 'hold-keeps-organisation',
}

/**
 * Everything that takes something away for good, or begins to (ADR 68). `file` calls `heldAmong` or `refuseHeld` with the removal's name, in the
 * transaction that removes; `removals.test.ts` finds a removal that stands in no line, and `holds.test.ts` tries each line on what is held.
 */
export const removals = {
  'delete-documents': { of: 'documents', file: 'documents/changing/delete.ts' },
  'remove-deleted-content': { of: 'documents', file: 'documents/documents.jobs.ts' },
  'destroy-key': { of: 'documents', file: 'operations/keys/destroy.ts' },
  'destroy-organization': { of: 'organisation', file: 'operations/leaving/ask.ts' },
  'destroy-organization-content': { of: 'documents', file: 'operations/leaving/destroy.ts' },
  'forget-records': { of: 'events', file: 'insight/log/forget.ts' },
  'close-account': { of: 'person', file: 'practice/people/close-account.ts' },
} as const satisfies Record<string, { of: Of; file: string }>

export type Removal = keyof typeof removals
