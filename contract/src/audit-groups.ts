/**
 * People who see an event besides administrators and, except for 'administrators', the person who did it. 'handlers': people who handle its document,
 * which are confirmed trustees, the document's owner and the Org Admin of its organisation. 'person': the Org Admin of the person who did it or to
 * whom it was done. 'organisation': the Org Admin of the organisation that it names. 'matter': the same, and confirmed trustees.
 */
export type AuditAudience = 'handlers' | 'person' | 'organisation' | 'matter' | 'administrators'

/** The topics of the audit trail, by which it is filtered, and who sees their events (ADR 51). */
export const auditGroups = {
  readings: { label: 'Readings', who: 'handlers' },
  sharing: { label: 'Sharing', who: 'handlers' },
  requests: { label: 'Requests', who: 'handlers' },
  documents: { label: 'Documents', who: 'handlers' },
  'sign-in': { label: 'Signing in and security', who: 'person' },
  people: { label: 'People', who: 'person' },
  organisations: { label: 'Organisations and their providers', who: 'organisation' },
  exports: { label: 'Reports and exports', who: 'person' },
  matters: { label: 'Matters', who: 'matter' },
  holds: { label: 'Legal holds and retention', who: 'administrators' },
  settings: { label: 'Settings', who: 'administrators' },
  mail: { label: 'Email and enquiries', who: 'administrators' },
  system: { label: 'System and backups', who: 'administrators' },
} as const satisfies Record<string, { label: string; who: AuditAudience }>

export type AuditGroup = keyof typeof auditGroups
export const auditGroupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]
