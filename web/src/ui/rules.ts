import { screen } from '@deedbox/contract/messages.ts'

/** Returns the message for a missing or malformed email address, or null. The server checks again. */
export const emailRule = (email: string): string | null =>
  email.trim() === ''
    ? screen.emailRequired
    : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
      ? null
      : screen.emailInvalid

export const required = (text: string): string | null =>
  text.trim() === '' ? 'This field is required' : null
