import { expect, test } from 'vitest'
import { alsoPublic, isPublicDomain, publicMailServices } from './public-domains.ts'

test('public mail services and public suffixes are anybody’s, also those that the library lacks', async () => {
  const anybodys = ['gmail.com', 'outlook.com.au', 'bigpond.com', 'icloud.com', 'proton.me', 'mailinator.com']
  const suffixes = ['com.au', 'id.au', 'nsw.au', 'qld.edu.au', 'gov.au', 'co.nz', 'au', 'github.io']
  for (const domain of [...anybodys, ...suffixes, ...alsoPublic])
    expect([domain, await isPublicDomain(domain)]).toEqual([domain, true])
})

test('a domain of its own belongs to its organisation', async () => {
  for (const domain of [
    'firm.com.au',
    'mail.firm.com.au',
    'nsw.gov.au',
    'firm.onmicrosoft.com',
    'firm.sydney',
  ])
    expect([domain, await isPublicDomain(domain)]).toEqual([domain, false])
})

test('the own list holds nothing that the library has', async () => {
  const library = await publicMailServices()
  expect(library.length).toBeGreaterThan(1_000)
  expect(alsoPublic.filter((domain) => library.includes(domain))).toEqual([])
})
