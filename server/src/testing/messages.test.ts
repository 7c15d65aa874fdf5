import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { expect, test } from 'vitest'

/** The catalogue of section 8 of the specification, in its order; `{…}` stands for what is filled in. */
const section8 = [
  'Invalid email or password. Please check your credentials.',
  'Please check your email and click the confirmation link.',
  'Login failed: {message}',
  'Login successful but failed to load profile. Please contact support.',
  'An unexpected error occurred during login.',
  'Failed to logout',
  'Too many attempts',
  'Failed to send verification email. Please try again.',
  'Verification failed. Please check your code and try again.',
  'Verification failed',
  'An unexpected error occurred. Please try again.',
  'This email is already registered. Redirecting to login...',
  'Account Already Exists',
  'Code expired',
  'Your verification code has expired.',
  'Your verification code has expired. Please request a new one.',
  'No pending signup found. Please start the signup process again.',
  'Failed to resend code',
  'Failed to resend verification code.',
  'An unexpected error occurred.',
  'Failed to sign in with {provider}. Please try again.',
  'Password too weak',
  'Password compromised',
  'Failed to load documents',
  'Failed to load document access records',
  'Failed to load access requests',
  'Failed to load share activity',
  'Failed to load data',
  'Failed to load requests',
  'Failed to upload file',
  'Failed to save document metadata',
  'Failed to upload document',
  'Failed to grant access',
  'Failed to share document',
  'Failed to revoke access',
  'Failed to renew access',
  'Failed to request access',
  'Failed to submit access request',
  'Failed to send access request',
  'Failed to request extension',
  'Failed to submit extension request',
  'Failed to approve request',
  'Failed to deny request',
  'Failed to create request record',
  'Failed to send request',
  'Failed to send reminder',
  'Failed to update profile',
  'Failed to perform bulk action',
  'Failed to export audit report',
  'Request not found',
  'Failed to load request',
  'Failed to claim request',
  'Failed to mark request as fulfilled',
  'Welcome back!',
  'Logged out successfully',
  'Verification code sent! Check your email to complete signup.',
  'Code sent',
  'Document uploaded successfully',
  'Access granted successfully',
  'Access revoked successfully',
  'Access renewed successfully',
  'Access renewed for 1 year',
  'Access removed successfully',
  'Access request submitted successfully - a trustee will review your request',
  'Extension request submitted successfully',
  'Access request approved',
  'Access request denied',
  'Access request sent via {channel} to document owner',
  'Document shared with {email} - notification email sent',
  'Request claimed! You can now upload and share documents.',
  'Request marked as fulfilled!',
  'Email sent',
  'Your password has been reset successfully',
  'Message Sent Successfully',
  'Reminder settings updated',
  'Reminder sent to document owner',
  'Profile updated successfully!',
  'Bulk {action} completed for {n} records',
  'Audit report exported successfully',
] as const

const home = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(home, path), 'utf8')

/** Sources that the product runs, without the tables of the messages themselves and of who may answer them. */
const sources = ['contract/src', 'server/src', 'web/src']
  .flatMap((folder) =>
    readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.testing\.|\/(messages|refusals)\.ts$/.test(file))
  .map(read)
  .join('\n')

/** Messages of every kind, and whether the code uses them. */
const messages = [
  ...Object.entries(errors).map(([code, { message }]) => ({
    name: code,
    message: message as string,
    used: sources.includes(`'${code}'`),
  })),
  ...Object.entries({ success, screen }).flatMap(([table, texts]) =>
    Object.entries(texts).map(([name, message]) => ({
      name: `${table}.${name}`,
      message: message as string,
      used: new RegExp(`\\b${table}\\.${name}\\b`).test(sources),
    })),
  ),
]

const replaced = read('docs/calls.md')
  .split('## Messages of section 8')[1]
  ?.split('\n')
  .filter((line) => /^\| (?!section 8|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, message = '', by = '', why = '']) => ({ message, by, why }))

test('every message is used by the code', () => {
  expect(messages.filter(({ used }) => !used).map(({ name }) => name)).toEqual([])
})

test('each message of section 8 is said by the product, or docs/calls.md names the one that replaces it', () => {
  const said = new Set(messages.map(({ message }) => message))
  const gone = section8.filter((message) => !said.has(message))
  expect(replaced?.map(({ message }) => message).sort()).toEqual([...gone].sort())
  for (const { by, why } of replaced ?? []) {
    expect(said, by).toContain(by)
    expect(why.length, by).toBeGreaterThan(10)
  }
})

test('each refusal is in the file of one floor, and each of these files in the table', async () => {
  const files = readdirSync(join(import.meta.dirname, '../../../contract/src/refusals'))
  const parts: { errors: object }[] = await Promise.all(
    files.map((file) => import(`../../../contract/src/refusals/${file.slice(0, -3)}.ts`)),
  )
  const codes = parts.flatMap((part) => Object.keys(part.errors))
  expect(codes.sort()).toEqual(Object.keys(errors).sort())
})
