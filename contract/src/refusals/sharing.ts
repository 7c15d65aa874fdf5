/** Refusals about grants and requests: code → HTTP status and message. */
export const errors = {
  'recipient-unknown': { status: 404, message: 'User with email {email} not found in the system' },
  'recipient-unconfirmed': {
    status: 409,
    message: 'This trustee has not been confirmed by an administrator yet.',
  },
  'recipient-owner': { status: 409, message: 'This person owns the document.' },
  'grant-not-found': { status: 404, message: 'Access record not found' },
  'grant-ended': { status: 409, message: 'This access has already been revoked.' },
  'grant-over': { status: 409, message: 'This access has already ended.' },
  'grant-replaced': { status: 409, message: 'This person already has newer access to this document.' },
  'trustee-needs-no-access': {
    status: 409,
    message: 'Trustees have full access to all documents and cannot request additional access',
  },
  'request-not-found': { status: 404, message: 'Request not found' },
  'request-exists': { status: 409, message: 'You already have a pending request for this document.' },
  'request-decided': { status: 409, message: 'This request has already been decided.' },
  'request-own': { status: 403, message: 'You cannot decide your own request.' },
  'request-needs-document': { status: 400, message: 'Please choose the document this request is about.' },
  'request-document-changed': {
    status: 409,
    message: 'This request is about a different document from the one you were shown. Please check it again.',
  },
  'request-too-young': {
    status: 409,
    message: 'A reminder can be sent once a request has been pending for 2 days.',
  },
  'request-reminded': { status: 409, message: 'A reminder was already sent within the last day.' },
  'reminder-to-self': {
    status: 409,
    message: 'This reminder would only go to you. You can decide the request yourself.',
  },
  'extension-date': { status: 400, message: 'Please choose a date for a custom duration.' },
  'extension-shorter': {
    status: 400,
    message: 'This date is not later than the current end of your access.',
  },
  'browsing-limit': {
    status: 429,
    message:
      'You have asked {limit} times in the last 24 hours. Please wait for an answer, or ask again tomorrow.',
  },
  'sms-limit-practice': {
    status: 429,
    message: 'No more text messages can be sent to the practice today. Please ask by email.',
  },
  'nobody-to-ask': { status: 409, message: 'There is no trustee to ask yet.' },
  'owner-request-not-found': { status: 404, message: 'Request not found' },
  'owner-request-hidden': {
    status: 403,
    message: "Access Denied: You don't have permission to view this request.",
  },
  'owner-request-claimed': { status: 409, message: 'Failed to claim request' },
  'owner-request-unclaimed': { status: 409, message: 'Failed to mark request as fulfilled' },
  'owner-request-not-open': {
    status: 409,
    message: 'Documents can be shared here only while the request is claimed and not fulfilled.',
  },
  'owner-request-withdrawn': { status: 409, message: 'The requester has withdrawn this request.' },
  'owner-request-over': { status: 409, message: 'This request has already been answered.' },
  'owner-request-taken': {
    status: 409,
    message: 'This request has already been claimed, so it needs no reminder.',
  },
  'owner-request-self': {
    status: 400,
    message: 'This is your own email address. Please enter the email of the person who holds the documents.',
  },
  'owner-cannot-claim': {
    status: 409,
    message: 'The person with this email cannot claim requests in Deedbox.',
  },
  'owner-request-failed': { status: 500, message: 'Failed to create request record' },
  'bulk-changed': {
    status: 409,
    message:
      'Some of the selected access records have changed in the meantime. Nothing was changed. Please check your selection.',
  },
} as const
