import { expect, test } from 'vitest'
import { type ListState, readListState, writeListState } from './list-state.ts'

test.each<ListState>([
  { filter: {}, sort: 'uploadedAt', direction: 'desc' },
  { filter: {}, owner: 'me', client: 'O’Hara & Söhne', sort: 'uploadedAt', direction: 'desc' },
  { filter: { search: 'Smith & Söhne = 100 %' }, sort: 'title', direction: 'asc' },
  {
    filter: {
      search: 'deed',
      userEmail: 'jane+trust@example.com',
      documentType: 'trust_deed',
      status: 'archived',
      accessStatus: 'revoked',
      expiryDateFrom: '2026-11-21',
      expiryDateTo: '2028-02-29',
    },
    sort: 'fileSize',
    direction: 'desc',
  },
])('a state written to the address is read back unchanged: %j', (state) => {
  const address = writeListState(state).toString()
  expect(readListState(new URLSearchParams(address))).toEqual(state)
})

test('the default state adds nothing to the address', () => {
  expect(writeListState(readListState(new URLSearchParams())).toString()).toBe('')
})

test("an invalid or blank value, or 'all', is no filter", () => {
  const params = new URLSearchParams(
    'search=%20&documentType=will&status=all&expiryDateFrom=2026-13-01&expiryDateTo=2027-02-30&sort=colour&direction=up',
  )
  expect(readListState(params)).toEqual({ filter: {}, sort: 'uploadedAt', direction: 'desc' })
})
