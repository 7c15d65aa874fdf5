import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { type SamlTestProvider, samlKeys, samlTestProvider } from '../../testing/saml-provider.ts'

let app: TestApp
let admin: Person
let idp: SamlTestProvider

beforeAll(async () => {
  ;[app, idp] = await Promise.all([startTestApp(), samlTestProvider()])
  admin = await app.person('admin')
})
afterAll(() => app.stop())

const xml = { headers: { 'content-type': 'application/xml' } }
const read = (text: string) => app.call(admin, 'POST', '/api/providers/saml-metadata', text, xml)
const readAt = (url: string) =>
  app.call(admin, 'POST', `/api/providers/saml-metadata?url=${encodeURIComponent(url)}`, '', xml)

test('the metadata of a provider fills in what is asked for', async () => {
  const { issuer, signInUrl, keys } = idp
  expect((await read(idp.metadata)).json()).toEqual({
    issuer,
    signInUrl,
    certificates: [keys.certificate],
    certificateEnds: ['2099-01-01T00:00:00.000Z'],
  })
  // The metadata is as others write it: a declaration, comments, other roles, a certificate for both uses in lines.
  const { certificate } = await samlKeys(new Date('2030-01-01'))
  const base64 = certificate.replace(/-----[^-]*-----\n/g, '')
  const other = await read(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>
    <!-- Federation -->
    <md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:x="http://www.w3.org/2000/09/xmldsig#">
      <md:EntityDescriptor entityID="urn:firm">
        <md:RoleDescriptor protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706"/>
        <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol urn:oasis:names:tc:SAML:2.0:protocol">
          <md:KeyDescriptor use="encryption"><x:KeyInfo><x:X509Data><x:X509Certificate>x</x:X509Certificate></x:X509Data></x:KeyInfo></md:KeyDescriptor>
          <md:KeyDescriptor><x:KeyInfo><x:X509Data><x:X509Certificate>
            ${base64}</x:X509Certificate></x:X509Data></x:KeyInfo></md:KeyDescriptor>
          <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://firm.example/post"/>
          <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://firm.example/redirect"/>
        </md:IDPSSODescriptor>
      </md:EntityDescriptor>
    </md:EntitiesDescriptor>`)
  expect(other.json()).toMatchObject({
    issuer: 'urn:firm',
    signInUrl: 'https://firm.example/redirect',
    certificates: [certificate],
    certificateEnds: ['2030-01-01T00:00:00.000Z'],
  })
})

test('what is no metadata of a provider is refused with the reason', async () => {
  const weak = await samlKeys(undefined, 1024)
  const bare = (pem: string) => pem.replace(/-----[^-]*-----|\n/g, '')
  const reasons: [string, string][] = [
    ['', 'It is not XML that'],
    ['{}', 'It is not XML that'],
    ['<!DOCTYPE html><html></html>', 'It is not XML that'],
    [
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${idp.metadata.replace('https', '&e;')}`,
      'It is not XML that',
    ],
    ['<html/>', 'not the metadata of an identity provider'],
    [(await app.call(null, 'GET', '/api/saml/metadata')).body, 'not describe a SAML 2.0 identity provider'],
    [idp.metadata.replaceAll('HTTP-Redirect', 'SOAP'), 'HTTP-Redirect binding'],
    [idp.metadata.replaceAll('"signing"', '"encryption"'), 'no certificate'],
    [idp.metadata.replace(bare(idp.keys.certificate), bare(weak.certificate)), 'at least 2,048 bits'],
    [`<a>${idp.metadata}${idp.metadata}</a>`, 'several providers'],
    [`<a>${'<b/>'.repeat(20_000)}</a>`, 'It is not XML that'],
  ]
  for (const [text, why] of reasons) {
    const { error } = (await read(text)).json()
    expect(error).toMatchObject({ code: 'saml-metadata', message: expect.stringContaining(why) })
  }
  expect((await read('<'.repeat(1024 * 1024 + 1))).statusCode).toBe(413)
})

test('metadata is read from an address, but never from inside the network of the server', async () => {
  const site = createServer((request, response) => {
    if (request.url === '/metadata') response.end(idp.metadata)
    else response.writeHead(302, { location: '/metadata' }).end()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  expect((await readAt(`${origin}/metadata`)).json()).toMatchObject({ issuer: idp.issuer })
  for (const url of [
    `${origin}/moved`,
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'x',
  ])
    expect((await readAt(url)).json().error.code, url).toBe('saml-metadata')
  site.close()
})

test('certificates are stored in one form, several of them, and the list says when they end', async () => {
  const year = 365 * dayMs
  const second = Math.floor(Date.now() / 1_000)
  const inYears = (years: number) => new Date(second * 1_000 + years * year)
  const [first, next, weak] = await Promise.all([
    samlKeys(inYears(1)),
    samlKeys(inYears(3)),
    samlKeys(undefined, 1024),
  ])
  const provider = (certificates: string[]) => ({
    organizationId: null,
    kind: 'saml',
    name: 'Firm',
    issuer: idp.issuer,
    signInUrl: idp.signInUrl,
    certificates,
  })
  const add = (certificates: string[]) => app.call(admin, 'POST', '/api/providers', provider(certificates))
  const pasted = `\r\n  ${next.certificate.replaceAll('\n', '\r\n  ')}`
  const added = (await add([first.certificate.replace(/-----[^-]*-----/g, ''), pasted])).json().provider
  expect(added).toMatchObject({
    certificates: [first.certificate, next.certificate],
    certificateEnds: [inYears(1).toISOString(), inYears(3).toISOString()],
  })
  for (const wrong of [[], ['x'], [weak.certificate], [idp.keys.certificate, idp.keys.privateKey]])
    expect((await add(wrong)).json().error.fields).toHaveProperty('certificates')
  const check = async () =>
    (await app.call(admin, 'POST', `/api/providers/${added.id}/check`)).json().problems
  expect(await check()).toEqual([])
  // The end of one of them locks nobody out.
  app.shift(2 * year)
  expect(await check()).toEqual([])
  app.shift(2 * year)
  expect(await check()).toEqual([expect.stringContaining('certificates have expired')])
})
