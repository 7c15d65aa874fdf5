/** Kinds of copies that can be checked (ADR 81). */
export const copyKinds = { verified: 'Verified copy', certified: 'Certified copy' } as const
export type CopyKind = keyof typeof copyKinds
export const copyKindNames = Object.keys(copyKinds) as [CopyKind, ...CopyKind[]]

/** State of a copy, as whoever checks it is told. */
export const copyStates = { genuine: 'Genuine', superseded: 'Superseded', withdrawn: 'Withdrawn' } as const
export type CopyState = keyof typeof copyStates
export const copyStateNames = Object.keys(copyStates) as [CopyState, ...CopyState[]]

/** Tells what holds of a copy, and since when; what was withdrawn stays withdrawn, whatever replaced its document. */
export const copyState = (
  withdrawnAt: Date | null,
  replacedAt: Date | null,
): { state: CopyState; since: Date | null } =>
  withdrawnAt
    ? { state: 'withdrawn', since: withdrawnAt }
    : replacedAt
      ? { state: 'superseded', since: replacedAt }
      : { state: 'genuine', since: null }

/** Pages of a copy at most: each is drawn while the person waits. */
export const copyPages = 150
/** Bytes of a file of which a copy is made, at most: it is drawn in memory. */
export const copyBytes = 100 * 1024 * 1024
