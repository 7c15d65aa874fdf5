import { expect, test } from 'vitest'
import { accessBadge, dayOf, daysBetween, endOfFinancialYear, expiryPriority } from './dates.ts'
import { fill, success } from './messages.ts'
import { permissionsOf, roleLabel, roleShortLabel } from './permissions.ts'
import { errors } from './refusals.ts'
import { sameClient } from './request-terms.ts'
import { fileSize, sizeLimit, storageSize } from './sizes.ts'

test.each([
  [null, 'low'],
  [-1, 'expired'],
  [0, 'critical'],
  [7, 'critical'],
  [8, 'high'],
  [30, 'high'],
  [31, 'medium'],
  [90, 'medium'],
  [91, 'low'],
] as const)('a document with %j days to its expiry has priority %s', (days, priority) => {
  expect(expiryPriority(days)).toBe(priority)
})

test.each([
  [0, 'Expiring soon'],
  [30, 'Expiring soon'],
  [31, 'Auto-revoke soon'],
  [90, 'Auto-revoke soon'],
  [91, null],
] as const)('a grant with %i days left has the badge %s', (days, badge) => {
  expect(accessBadge(days)).toBe(badge)
})

test('the day of an instant is the one in the deployment’s time zone, also across daylight saving', () => {
  expect(dayOf('2026-10-03T13:59:59Z', 'Australia/Sydney')).toBe('2026-10-03')
  expect(dayOf('2026-10-03T14:00:00Z', 'Australia/Sydney')).toBe('2026-10-04')
  expect(dayOf('2026-10-04T12:59:59Z', 'Australia/Sydney')).toBe('2026-10-04')
  expect(dayOf('2026-10-04T13:00:00Z', 'Australia/Sydney')).toBe('2026-10-05')
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-10-03', '2026-10-05')).toBe(2)
  expect(daysBetween('2026-04-06', '2026-04-04')).toBe(-2)
})

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1.00 KB'],
  [1_572_864, '1.50 MB'],
  [3 * 1024 ** 3, '3.00 GB'],
] as const)('%i bytes read %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

test.each([
  [100 * 1024 ** 2, '100\u00a0MB'],
  [512 * 1024, '512\u00a0KB'],
  [1024 ** 3, '1\u00a0GB'],
  [1.5 * 1024 ** 3, '1.50\u00a0GB'],
])(
  'the largest size of a file, %i bytes, reads %s: a round one has no decimals, and the unit stays on its line',
  (bytes, text) => {
    expect(sizeLimit(bytes)).toBe(text)
  },
)

test('a total of storage has one decimal', () => {
  expect(storageSize(0)).toBe('0.0 MB')
  expect(storageSize(1_572_864)).toBe('1.5 MB')
  expect(storageSize(1_536 * 1024 ** 2)).toBe('1.5 GB')
})

test('roles have the permissions of section 6; any other value has none', () => {
  expect(permissionsOf('admin')).toEqual([
    'canManageUsers',
    'canManageSystem',
    'canViewAllDocuments',
    'canManageDocuments',
  ])
  expect(permissionsOf('trustee')).toEqual(['canManageDocuments', 'canGrantAccess', 'canViewOwnDocuments'])
  expect(permissionsOf('b2b_admin')).toEqual([
    'canManageUsers',
    'canManageOrganization',
    'canViewOwnDocuments',
  ])
  expect(permissionsOf('requestor')).toEqual([
    'canRequestAccess',
    'canViewOwnDocuments',
    'canUploadDocuments',
  ])
  expect(permissionsOf('guest')).toEqual(['canViewGrantedDocuments'])
  for (const role of ['', 'Admin', 'toString', '__proto__', 'superuser'])
    expect(permissionsOf(role)).toEqual([])
})

test('labels follow role and professional type', () => {
  expect(roleLabel('admin')).toBe('System Administrator')
  expect(roleShortLabel('b2b_admin')).toBe('Org Admin')
  expect(roleLabel('requestor')).toBe('Requestor')
  expect(roleLabel('requestor', 'legal_counsel')).toBe('Legal Counsel')
  expect(roleLabel('requestor', 'accountant')).toBe('Accountant')
  expect(roleLabel('requestor', 'financial_advisor')).toBe('Financial Advisor')
  expect(roleLabel('requestor', 'notary')).toBe('Professional Requestor')
  expect(roleLabel('guest')).toBe('Guest Viewer')
  expect(roleLabel('wizard')).toBe('User')
})

test('placeholders of messages are filled in, and each error has an error status', () => {
  expect(fill(success.shared, { email: 'jane@example.com' })).toBe(
    'Document shared with jane@example.com - notification email sent',
  )
  expect(fill(errors['recipient-unknown'].message, { email: 'a@b.au' })).toBe(
    'User with email a@b.au not found in the system',
  )
  for (const { status, message } of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message.length).toBeGreaterThan(8)
  }
})

test.each([
  ['Jane Citizen', 'jane  CITIZEN', 'same'],
  ['Citizen, Jane', 'Jane A. Citizen', 'same'],
  ['Rene Dubois', 'René Dubois', 'same'],
  ['Jane Citizen', 'John Citizen', 'differs'],
  ['李小龍', '李小龙', 'differs'],
  ['Jane Citizen', null, 'unknown'],
  [null, 'Jane Citizen', 'unknown'],
  ['', '—', 'unknown'],
] as const)('the clients %j and %j compare as: %s', (asked, onDocument, expected) => {
  expect(sameClient(asked, onDocument)).toBe(expected)
  expect(sameClient(onDocument, asked)).toBe(expected)
})

test.each([
  ['2026-01-01', '2026-06-30'],
  ['2026-06-29', '2026-06-30'],
  ['2026-06-30', '2027-06-30'],
  ['2026-12-31', '2027-06-30'],
])('the financial year after %s ends on %s', (day, end) => {
  expect(endOfFinancialYear(day)).toBe(end)
})
