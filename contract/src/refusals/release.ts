/** Refusals about nominations, releases and inspections of a will: code → HTTP status and message. */
export const errors = {
  'nomination-not-found': { status: 404, message: 'This nomination is not there.' },
  'nomination-ended': { status: 409, message: 'This nomination has ended.' },
  'nomination-changed': {
    status: 409,
    message: 'Somebody else has changed this nomination in the meantime. Your changes are not saved yet.',
  },
  'nomination-asked': {
    status: 409,
    message: 'Somebody asks for a release by this nomination, so its absences cannot be changed now.',
  },
  'nomination-instruction': {
    status: 400,
    message: 'Please choose the document with the client’s written instruction.',
  },
  'nomination-past': { status: 400, message: 'The last day must be in the future.' },
  'nomination-owner': { status: 400, message: 'There is no account with this email address.' },
  'nomination-documents': {
    status: 400,
    message: 'One of these documents is not in the matter. Please choose them again.',
  },
  'nomination-today': {
    status: 400,
    message: 'There are no documents in the matter today, or more than {most}. Please choose others.',
  },
  'nominee-owner': { status: 400, message: 'The owner cannot be a nominee for what is theirs.' },
  'nominee-answered': { status: 409, message: 'You have answered this already.' },
  'nominee-not-accepted': { status: 409, message: 'Please accept to be a nominee first.' },
  'release-asked': { status: 409, message: 'You have asked for this already.' },
  'release-none': { status: 409, message: 'Nobody asks for this any more.' },
  'release-open': {
    status: 409,
    message: 'Access has begun, so it cannot be taken back. The owner can end it.',
  },
  'release-running': {
    status: 409,
    message: 'You have asked for access. Please take that back first, or wait until it is over.',
  },
  'release-agreed': { status: 409, message: 'Somebody has agreed to this already.' },
  'release-own': { status: 403, message: 'You are a nominee yourself. Another trustee must agree.' },
  'release-evidence': {
    status: 409,
    message: 'There are ten files already. Please tell us in words what is missing.',
  },
  'inspection-not-found': { status: 404, message: 'This request is not there.' },
  'inspection-decided': { status: 409, message: 'Somebody has decided this request already.' },
  'inspection-link': {
    status: 404,
    message: 'This link is not good any more. Please write to us if you still want to bring evidence.',
  },
  'inspection-evidence': {
    status: 409,
    message: 'There are {most} files already. Please write to us what is missing.',
  },
  'inspection-ground': { status: 409, message: 'Please open the page again and choose why you may ask.' },
  'entitled-not-found': { status: 404, message: 'This entry is not there.' },
  'entitled-changed': {
    status: 409,
    message: 'Somebody else has changed this entry in the meantime. Your changes are not saved yet.',
  },
} as const
