import type { Grant } from '@deedbox/contract/grants.ts'
import { expect, test } from 'vitest'
import { endOf } from '../lib/grant-end.ts'
import { sortGrants } from './sort-grants.ts'

const grant = (userName: string, expiresAt: string | null, autoRevokeDate: string | null): Grant => ({
  id: userName,
  documentId: 'd',
  userId: null,
  userEmail: `${userName}@example.com`,
  userName,
  accessLevel: 'view',
  status: 'active',
  grantedByName: 'Tess',
  grantedAt: '2026-01-01T00:00:00Z',
  expiresAt,
  autoRevokeDate,
  revokedAt: null,
  notes: null,
  invited: false,
  can: { revoke: true, renew: true },
})
const zoe = grant('Zoe', '2027-03-01T00:00:00Z', '2027-01-01T00:00:00Z')
const eva = grant('Éva', null, '2028-01-01T00:00:00Z')
const ian = grant('ian', null, null)
const names = (grants: Grant[]) => grants.map(({ userName }) => userName)

test('a grant ends on the earlier of its dates', () => {
  expect(endOf(zoe)).toBe('2027-01-01T00:00:00Z')
  expect(endOf(eva)).toBe('2028-01-01T00:00:00Z')
  expect(endOf(ian)).toBeNull()
  expect(endOf({ ...zoe, status: 'revoked', revokedAt: '2026-02-01T00:00:00Z' })).toBe('2026-02-01T00:00:00Z')
})

test('names are sorted without regard to case and accents', () => {
  expect(names(sortGrants([zoe, ian, eva], { by: 'userName', direction: 'asc' }))).toEqual([
    'Éva',
    'ian',
    'Zoe',
  ])
})

test('a grant without an end date is sorted last', () => {
  expect(names(sortGrants([ian, eva, zoe], { by: 'endsAt', direction: 'asc' }))).toEqual([
    'Zoe',
    'Éva',
    'ian',
  ])
  expect(names(sortGrants([zoe, eva, ian], { by: 'endsAt', direction: 'desc' }))).toEqual([
    'ian',
    'Éva',
    'Zoe',
  ])
})

test('equal grants keep their order', () => {
  expect(names(sortGrants([zoe, ian, eva], { by: 'grantedAt', direction: 'desc' }))).toEqual([
    'Zoe',
    'ian',
    'Éva',
  ])
})
