/** Things that a legal hold can be on. */
export const holdKinds = ['document', 'client', 'person', 'organisation'] as const
export type HoldKind = (typeof holdKinds)[number]

/** Names of kinds, and what a hold on one keeps. */
export const holdWords: Record<HoldKind, { label: string; keeps: string }> = {
  document: { label: 'Document', keeps: 'this document' },
  client: { label: 'Client', keeps: 'every document of this client, also those that come later' },
  person: {
    label: 'Person',
    keeps: 'this person’s account and every document that they own, also those that come later',
  },
  organisation: {
    label: 'Organisation',
    keeps: 'this organisation and every document of it, also those that come later',
  },
}

/** State of a hold: in force, in force while an administrator asks to lift it, ended. */
export const holdStatuses = ['in-force', 'asked', 'ended'] as const
export type HoldStatus = (typeof holdStatuses)[number]

/** Days in which an administrator who is one no longer still counts as the second one, so that nobody is put out to lift alone. */
export const secondAdministratorDays = 7
