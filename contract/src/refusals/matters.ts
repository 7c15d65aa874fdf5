/** Refusals about matters, parties, deaths and dates: code → HTTP status and message. */
export const errors = {
  'matter-import-nothing': { status: 409, message: 'There is nothing to import in this file.' },
  'matter-import-not-found': { status: 404, message: 'Import not found' },
  'matter-not-found': { status: 404, message: 'Matter not found' },
  'matter-changed': {
    status: 409,
    message: 'Somebody else has changed this matter in the meantime. Your changes are not saved yet.',
  },
  'due-date-not-found': { status: 404, message: 'This date is not there any more.' },
  'due-date-changed': {
    status: 409,
    message: 'Somebody else has changed this date in the meantime. Your changes are not saved yet.',
  },
  'date-rule-not-found': { status: 404, message: 'This rule is not there.' },
  'date-rule-changed': {
    status: 409,
    message: 'Somebody else has changed this rule in the meantime. Your changes are not saved yet.',
  },
  'due-date-people': {
    status: 400,
    message: 'Only confirmed trustees and administrators can be reminded, and {email} is not one.',
  },
  'due-date-settled': { status: 409, message: 'This date is done already, or not needed.' },
  'due-date-open': { status: 409, message: 'This date is open already.' },
  'due-date-earlier': { status: 400, message: 'The new day must be later than the one before.' },
  'matter-has-documents': { status: 409, message: 'This is in the matter already.' },
  'matter-lacks-documents': { status: 409, message: 'This is not in the matter any more.' },
  'matter-empty': { status: 409, message: 'There is no document in this matter that you could share.' },
  'matter-shared': {
    status: 409,
    message: 'This matter is shared with this person already. Renew that share, or end it first.',
  },
  'matter-share-limit': { status: 409, message: 'This matter is shared with as many people as it can be.' },
  'matter-too-large': {
    status: 409,
    message:
      'Up to {limit} grants can be given at once (documents times people), and this would be more. Please share with fewer people at a time, or share chosen documents.',
  },
  'matter-run-not-found': { status: 404, message: 'There is nothing to undo.' },
  'matter-run-over': { status: 409, message: 'This can no longer be undone.' },
  'matter-client-none': { status: 409, message: 'No document of this client is without a matter any more.' },
  'matter-client-large': {
    status: 409,
    message:
      'More than 1,000 documents of this client are in no matter. Make a matter from the client’s page.',
  },
  'matter-share-over': { status: 409, message: 'This share has ended already.' },
  'matter-person': {
    status: 400,
    message: 'The responsible trustee must be a confirmed trustee or an administrator.',
  },
  'party-not-found': { status: 404, message: 'Party not found' },
  'party-changed': {
    status: 409,
    message: 'Somebody else has changed this party in the meantime. Your changes are not saved yet.',
  },
  'party-same': { status: 409, message: 'Please choose another party to merge this one into.' },
  'party-kinds': {
    status: 409,
    message: 'One is a person and the other is not. Correct the kind of one of them first.',
  },
  'check-not-found': { status: 404, message: 'Identity check not found' },
  'check-class': { status: 400, message: 'A class of people has no identity to check. Check its members.' },
  'check-future': { status: 400, message: 'The day of the check is in the future' },
  'check-people': {
    status: 400,
    message: '{email} cannot be named: only confirmed trustees and administrators can.',
  },
  'check-withdrawn': { status: 409, message: 'It was said already that this check does not count.' },
  'death-not-found': { status: 404, message: 'Record of a death not found' },
  'death-person': { status: 400, message: 'Only a person can die. A company is wound up: end its roles.' },
  'death-future': { status: 400, message: 'The day of death is in the future' },
  'death-recorded': {
    status: 409,
    message: 'The death of this person is recorded already. Correct the record if it is wrong.',
  },
  'death-corrected': { status: 409, message: 'Somebody else has corrected this record in the meantime.' },
  'death-evidence': {
    status: 409,
    message: 'No document is named as evidence yet. Correct the record and name it.',
  },
  'death-seen': { status: 409, message: 'Somebody has confirmed having seen the evidence already.' },
  'power-kind': {
    status: 400,
    message:
      'Please choose an enduring power of attorney or guardianship. Correct the kind of the document if it is one.',
  },
  'power-ended': { status: 409, message: 'The person who gave this power has died.' },
  'power-set': { status: 409, message: 'This access rests on the power already.' },
  'power-free': { status: 409, message: 'This access does not rest on a power of this person any more.' },
  'role-not-found': { status: 404, message: 'Role not found' },
  'role-ended': { status: 409, message: 'This role has ended already. Correct it if its last day is wrong.' },
  'role-end': { status: 400, message: 'The last day is before the first' },
  'role-corrected': { status: 409, message: 'Somebody else has corrected this role in the meantime.' },
  'role-kind': { status: 400, message: 'Matters of this kind do not have this role' },
  'role-limit': { status: 409, message: 'This matter has as many recorded roles as it can have.' },
} as const
