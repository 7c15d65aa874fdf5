/** Refusals of every call, and of what several floors do: mail, forms of strangers, files of an import: code → HTTP status and message. */
export const errors = {
  'invalid-input': { status: 400, message: 'Please check the highlighted fields.' },
  'malformed-request': { status: 400, message: 'This request could not be read.' },
  'not-signed-in': { status: 401, message: 'Please sign in to continue.' },
  'factor-needed': { status: 401, message: 'Please confirm with your second factor to continue.' },
  'enrolment-needed': {
    status: 403,
    message: 'Please set up a second factor to continue. Your role needs one.',
  },
  'proof-needed': { status: 403, message: 'Please confirm that it is you.' },
  'renewed-elsewhere': {
    status: 403,
    message:
      'A client of the authentication API proves who you are there: by signing in again, or with a second factor.',
  },
  'scope-missing': { status: 403, message: 'This access token may not do that.' },
  'token-invalid': { status: 401, message: 'This access token is invalid or has expired.' },
  'session-ended': { status: 401, message: 'This session has ended. Please sign in again.' },
  'not-allowed': { status: 403, message: 'You do not have permission to do this.' },
  'access-expired': { status: 403, message: 'Your access has expired.' },
  'wrong-origin': { status: 403, message: 'This request did not come from Deedbox.' },
  'not-found': { status: 404, message: 'Not found' },
  'method-not-allowed': { status: 405, message: 'This address does not accept this kind of request.' },
  'request-too-slow': { status: 408, message: 'The request took too long to arrive. Please try again.' },
  'request-too-large': { status: 413, message: 'This request is too large.' },
  'address-too-long': { status: 414, message: 'This address is too long.' },
  'content-type': { status: 415, message: 'This type of content is not accepted here.' },
  'headers-too-large': { status: 431, message: 'The headers of this request are too large.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  unexpected: { status: 500, message: 'An unexpected error occurred. Please try again.' },
  unavailable: { status: 503, message: 'Deedbox is not available at the moment. Please try again shortly.' },
  'no-space': {
    status: 503,
    message:
      'There is no space left to save anything. Nothing was changed. Please tell your administrator and try again later.',
  },
  'storage-unavailable': {
    status: 503,
    message: 'File storage is not available at the moment. Please try again shortly.',
  },
  'outside-limit': {
    status: 429,
    message:
      'You have sent {limit} messages to people without an account {span}, which is your limit. You can send the next one {when}.',
  },
  'recipient-stopped': {
    status: 403,
    message: 'This person reported a message from you. Deedbox no longer sends them messages from you.',
  },
  'report-link-invalid': {
    status: 404,
    message: 'This link is not valid. Please open it from the email again.',
  },
  'import-empty': { status: 400, message: 'This file has no rows.' },
  'import-too-large': { status: 413, message: 'A file for an import has at most 5 MB.' },
  'import-too-long': { status: 400, message: 'A file has at most 10,000 rows. Please split it.' },
  'import-unreadable': { status: 400, message: 'This file could not be read as CSV. {why}' },
  'import-columns': { status: 400, message: 'The columns of this file are not clear. {why}' },
  'expiry-past': { status: 400, message: 'The expiry date cannot be in the past.' },
  'expiry-far': { status: 400, message: 'The expiry date cannot be more than 10 years away.' },
  'sms-unavailable': { status: 409, message: 'Text messages are not available here. Please use email.' },
  'sms-failed': { status: 502, message: 'The text message could not be sent. Please try again.' },
  'sms-limit': {
    status: 429,
    message: 'Too many text messages were asked for. Please try again tomorrow, or use your email.',
  },
  'captcha-failed': { status: 400, message: 'Please confirm that you are not a robot, and try again.' },
  'captcha-unavailable': {
    status: 503,
    message: 'The check that you are not a robot does not answer at the moment. Please try again shortly.',
  },
  'mail-not-failed': {
    status: 409,
    message: 'Only a message that has permanently failed can be sent again.',
  },
  'contact-too-quick': {
    status: 429,
    message: 'This message was sent unusually quickly. Please wait a few seconds and send it again.',
  },
  'contact-form-old': {
    status: 409,
    message: 'This form has been open for too long. Please send it again.',
  },
  'contact-limit': {
    status: 429,
    message: 'Many messages have arrived from you today. Please write to {email} instead.',
  },
} as const
