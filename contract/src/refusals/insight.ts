/** Refusals about downloads of everything and evidence: code → HTTP status and message. */
export const errors = {
  'take-out-not-found': { status: 404, message: 'Download not found' },
  'take-out-empty': { status: 409, message: 'There are no documents to download.' },
  'evidence-empty': { status: 409, message: 'There are no such events that you may see.' },
  'evidence-too-large': {
    status: 409,
    message: 'Evidence holds up to 20,000 events. Please choose fewer, for example a shorter period.',
  },
  'log-stands-still': {
    status: 409,
    message: 'The transparency log stands still, so nothing can be proved now. Health says why.',
  },
  'take-out-running': {
    status: 409,
    message: 'You are already taking out documents. Wait until that has ended, or cancel it.',
  },
  'take-out-over': {
    status: 409,
    message: 'This download has ended, or was fetched already. Please begin a new one.',
  },
} as const
