import { expect, test } from 'vitest'
import { accessFilters } from './access-filters.ts'
import { documentFilters, filtersOfDocuments, fromOfDocuments, toOfDocuments } from './document-filters.ts'
import { documentFilter } from './documents.ts'
import { fileKinds, fileTypes, typesOf } from './file-types.ts'
import { type Filters, readFilters } from './filters.ts'

const read = <F extends Filters>(filters: F, query: string) => {
  const params = new URLSearchParams(query)
  return readFilters(filters, (name) => params.get(name))
}

test('what stands wrongly in an address counts as not set', () => {
  expect(read(accessFilters, 'expiryDateFrom=2027-13-45&view=sideways&userEmail=%20&fileType=pdf')).toEqual({
    fileType: 'pdf',
  })
  expect(
    read(filtersOfDocuments, 'documentStatus=foo&accessStatus=toString&expiryDateTo=2027-02-30'),
  ).toEqual({})
  const long = 'x'.repeat(300)
  expect(
    read(documentFilters, `search=${long}&userEmail=${long}&expiryDateFrom=0001-01-01&status=all`),
  ).toEqual({})
})

test('what an address is read as, the call accepts', () => {
  const set = read(
    documentFilters,
    'search=+deed+&documentKind=will&documentType=other&status=with-archived&fileType=mail&versions=earlier&userEmail=a@&accessStatus=revoked&expiryDateFrom=2027-02-28&expiryDateTo=2999-12-31',
  )
  expect(Object.keys(set)).toEqual(Object.keys(documentFilters))
  expect(documentFilter.parse(set)).toEqual(set)
})

test('the filter of documents comes back from its names in other lists', () => {
  const filter = { search: 'deed', status: 'pending', fileType: 'pdf', userEmail: 'ann' } as const
  expect(fromOfDocuments(toOfDocuments(filter))).toEqual(filter)
  expect(fromOfDocuments(toOfDocuments({ search: ' ', documentType: 'all' }))).toBeUndefined()
})

test('every type of file that is stored is of one kind', () => {
  const kinds = Object.keys(fileKinds) as (keyof typeof fileKinds)[]
  expect(kinds.flatMap(typesOf).sort()).toEqual([...new Set(Object.values(fileTypes))].sort())
})
