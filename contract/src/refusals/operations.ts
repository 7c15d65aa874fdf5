/** Refusals about keys, backups and organisations that leave: code → HTTP status and message. */
export const errors = {
  'organization-leaving': { status: 409, message: 'This organisation is leaving already.' },
  'organization-stays': { status: 409, message: 'This organisation is not leaving any more.' },
  'organization-not-locked': {
    status: 409,
    message: 'Only what is locked can be destroyed: 90 days after the organisation began to leave.',
  },
  'destruction-asked': { status: 409, message: 'Somebody has already asked to destroy these documents.' },
  'destruction-not-asked': {
    status: 409,
    message: 'Nobody asks to destroy these documents any longer, or it has begun.',
  },
  'destruction-nothing': { status: 409, message: 'This organisation has no document left to destroy.' },
  'destruction-begun': {
    status: 409,
    message: 'The destruction of its documents has begun, so this organisation cannot stay.',
  },
  'destruction-second': {
    status: 403,
    message: 'You asked to destroy these documents. Another administrator must confirm it.',
  },
  'destruction-day-future': { status: 400, message: 'This day must not be in the future.' },
  'key-elsewhere': {
    status: 409,
    message:
      'The master key is not in the data folder, so it is replaced where it is kept: put the new one in front of it, and restart Deedbox.',
  },
  'key-rotating': { status: 409, message: 'The master key is being replaced already.' },
  'title-wrong': { status: 422, message: 'This is not the title of the document.' },
  'document-changed': { status: 409, message: 'The document was changed meanwhile. Please try again.' },
  'part-unreadable': {
    status: 422,
    message: 'Part {part} is not right. Please check its 32 words and their order.',
  },
  'part-repeated': { status: 422, message: 'Part {part} is the same as part {other}.' },
  'part-other': { status: 422, message: 'Part {part} does not belong to the first one.' },
  'parts-few': { status: 422, message: '{needed} parts are needed.' },
  'parts-wrong': {
    status: 422,
    message: 'These parts do not give the key that was divided. One of them was changed.',
  },
  'parts-former': {
    status: 409,
    message: 'These parts give another master key than the current one. Please divide the current one.',
  },
  'key-needed': { status: 409, message: 'Older master keys are still needed.' },
  'backup-unconfigured': {
    status: 409,
    message: 'No place or no key for backups is configured. Set BACKUP_URL and BACKUP_KEY.',
  },
  'backup-running': { status: 409, message: 'A backup is running already.' },
} as const
