const labels: Record<string, string> = {
  'send-mail': 'Send emails',
  'send-announcements': 'Send announcements',
  'mail-reset-link': 'Send password reset links',
  'mail-sign-in-code': 'Send codes to sign in',
  'clean-up-accounts': 'Remove ended sessions and used codes',
  'rotate-signing-keys': 'Replace the key for access tokens',
  'remove-deleted-content': 'Remove deleted content for good',
  'sweep-content': 'Compare the storage with the records',
  'index-documents': 'Read the words of documents for the search',
  'sweep-words': 'Remove the words of removed documents',
  'return-content': 'Return content from the quarantine',
  'end-holds': 'End legal holds whose last day is over',
  'lapse-requests': 'Lapse requests that nobody decided',
  'expire-access': 'Mark access that has ended',
  'send-reminders': 'Send reminders',
  'rewrap-keys': 'Put everything under the new master key',
  'remind-of-escrow': 'Remind administrators to divide the master key and try its parts',
  'back-up': 'Make a backup if one is due',
  'note-erasures': 'Note where backups are what was erased',
  'check-backup': 'Check a sample of the last backup, monthly',
  'check-log': 'Check the whole transparency log and all content',
  'mail-log-head': 'Mail the head of the transparency log',
  'check-health': 'Check the health of Deedbox',
  'fold-tallies': 'Add up the figures of dashboards',
}

/** Says in words what a job does. */
export function jobLabel(name: string): string {
  const words = name.replaceAll('-', ' ')
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
