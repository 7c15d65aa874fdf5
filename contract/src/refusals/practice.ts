/** Refusals about people, organisations, clients, holds, reviews and settings: code → HTTP status and message. */
export const errors = {
  'factors-own': {
    status: 403,
    message: 'You cannot reset your own second factors. You can remove them on your profile.',
  },
  'client-not-found': { status: 404, message: 'Client not found' },
  'role-own': { status: 403, message: 'You cannot change your own role. Another administrator can.' },
  'deactivate-own': { status: 403, message: 'You cannot deactivate yourself.' },
  'sign-out-own': { status: 403, message: 'Your own sessions are on your profile.' },
  'hand-over-own': {
    status: 403,
    message: 'You cannot hand over your own work here. Your documents are handed over on your profile.',
  },
  'already-deactivated': { status: 409, message: 'This person is already deactivated.' },
  'not-deactivated': { status: 409, message: 'This person is not deactivated.' },
  'person-above': { status: 403, message: 'Only an administrator can change this person.' },
  'role-not-yours': { status: 403, message: 'You can make members requestors or guests only.' },
  'account-closed': { status: 409, message: 'This person closed the account. It stays as a record.' },
  'import-wrong': { status: 409, message: 'Some rows are wrong. Nothing was imported.' },
  'import-nothing': { status: 409, message: 'There is nobody to invite in this file.' },
  'import-other-file': {
    status: 409,
    message: 'This is not the file of the preview. Nothing was imported. Please choose the file again.',
  },
  'import-changed': {
    status: 409,
    message: 'Something has changed since the preview. Nothing was imported. Please check the preview again.',
  },
  'import-limit': {
    status: 429,
    message:
      'You can invite {limit} people by file or again within 24 hours, and {left} more for now. Nobody was invited. An administrator can invite more.',
  },
  'user-not-found': { status: 404, message: 'Person not found' },
  'organization-not-found': { status: 404, message: 'Organisation not found' },
  'organization-exists': { status: 409, message: 'An organisation with this name already exists.' },
  'abn-taken': { status: 409, message: 'Another organisation has this ABN.' },
  'acn-taken': { status: 409, message: 'Another organisation has this ACN.' },
  'organization-changed': {
    status: 409,
    message: 'Somebody else has changed this organisation in the meantime. Your changes are not saved yet.',
  },
  'organization-deactivated': { status: 409, message: 'This organisation is deactivated.' },
  'organization-active': { status: 409, message: 'This organisation is not deactivated.' },
  'not-a-trustee': { status: 409, message: 'Only an unconfirmed trustee can be confirmed.' },
  'last-administrator': {
    status: 409,
    message: 'You are the last administrator. Please make somebody else an administrator first.',
  },
  'owns-documents': {
    status: 409,
    message: 'You still own documents. Please hand them over or delete them first.',
  },
  'hand-over-trustee': {
    status: 409,
    message: 'Documents can only be handed over to another trustee whom an administrator has confirmed.',
  },
  'hand-over-nothing': { status: 409, message: 'There is nothing to hand over.' },
  'hand-over-keeper': {
    status: 409,
    message: 'Only another person can take this over: a confirmed trustee or an administrator.',
  },
  'hand-over-holder': {
    status: 409,
    message:
      'Packets are handed over once the account is deactivated. Until then their holder hands them on.',
  },
  'hand-over-reason': { status: 400, message: 'The custody register needs a reason.' },
  'hand-over-gone': {
    status: 409,
    message: 'Some of what you chose is no longer theirs. Please look at the list again.',
  },
  'not-a-guest': { status: 409, message: 'Only a guest has an access expiry date.' },
  'expiry-same': { status: 409, message: 'The access of this person ends on that day already.' },
  'setting-changed': {
    status: 409,
    message: 'Another administrator changed this in the meantime. Nothing was saved yet.',
  },
  'announcement-nobody': { status: 400, message: 'Nobody would get this announcement. Nothing was sent.' },
  'announcement-sent': {
    status: 409,
    message:
      'An announcement with other words was already sent from this form. Look at it in the list before you send this one too.',
  },
  'hold-not-found': { status: 404, message: 'Legal hold not found' },
  'hold-over': { status: 409, message: 'This legal hold has ended already.' },
  'hold-asked': { status: 409, message: 'Somebody has already asked to lift this legal hold.' },
  'hold-not-asked': { status: 409, message: 'Nobody asks to lift this legal hold any longer.' },
  'review-not-found': { status: 404, message: 'Review not found' },
  'review-over': { status: 409, message: 'This review was ended in the meantime.' },
  'review-next-past': { status: 400, message: 'The day of the next review must be in the future.' },
  'review-day-future': { status: 400, message: 'This day must not be in the future.' },
  'hold-second': {
    status: 403,
    message: 'You asked to lift this legal hold. Another administrator must confirm it.',
  },
  'hold-ends-past': { status: 400, message: 'A legal hold cannot end in the past.' },
  'contact-details-missing': {
    status: 400,
    message: 'Please provide either an email address or phone number',
  },
  'contact-fields-missing': { status: 400, message: 'Please fill in your name and message' },
} as const
