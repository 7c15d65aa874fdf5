import { offer, startPrices } from '@deedbox/contract/offer.ts'
import { fillPage, publicPages, type SiteValues } from '@deedbox/contract/site.ts'
import { describe, expect, test } from 'vitest'
import { general, questions } from './faq.ts'
import { principles } from './principles.ts'
import { renderPages } from './render.tsx'

const values: SiteValues = {
  name: 'Deedbox',
  publicUrl: 'https://deeds.example',
  supportEmail: 'help@deeds.example',
  enterpriseEmail: 'firms@deeds.example',
  phone: '(02) 5550 1234',
  officeAddress: '1 Bridge Street\nSydney NSW 2000',
  hosting: 'In Sydney.',
  timeZone: 'Australia/Sydney',
  businessHours: 'Mon-Fri 9-5 AEST',
  maintenance: '',
  captcha: '',
  signUp: true,
  marketing: true,
  prices: true,
  basicDollars: '5.99',
  basicDocuments: '50',
  smallDollars: '49.99',
  smallDocuments: '500',
  trialDays: '30',
  session: false,
}
const assets = {
  script: '/assets/site.js',
  contactScript: '/assets/contact.js',
  checkScript: '/assets/check.js',
  account: '/assets/account.js',
  accountStyle: '/assets/style.css',
  style: '',
  fonts: ['/assets/inter.woff2'],
}
const built = Object.fromEntries(renderPages(assets).map(({ path, html }) => [path, html]))
const pageAt = (path: string, more: Partial<SiteValues> = {}) =>
  fillPage(built[path] ?? '', { ...values, ...more })
const one = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
const textOf = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** Addresses to which a link of the public pages may lead besides public pages. */
const others = ['/login', '/signup', '/dashboard', '/inspect']

describe.each(publicPages.map(({ path }) => path))('%s', (path) => {
  const html = pageAt(path)

  test('has what a search engine and a screen reader ask for', () => {
    expect(html).toMatch(/^<!doctype html><html lang="en-AU"/)
    const title = one(html, /<title>(.*?)<\/title>/)
    expect(title.length).toBeGreaterThan(5)
    expect(title.length).toBeLessThanOrEqual(60)
    const description = one(html, /<meta name="description" content="(.*?)"/)
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(one(html, /<link rel="canonical" href="(.*?)"/)).toBe(`https://deeds.example${path}`)
    expect(one(html, /<meta property="og:image" content="(.*?)"/)).toBe(
      'https://deeds.example/pictures/og.png',
    )
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.match(/<main/g)).toHaveLength(1)
  })

  test('has no dead link', () => {
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href)
    const known: string[] = [...publicPages.map((page) => page.path), ...others]
    for (const link of links) {
      if (link.startsWith('mailto:')) continue
      const [to = '', anchor] = link.split('#')
      if (to) expect(known, link).toContain(to)
      if (anchor) expect(pageAt(to || path), link).toContain(`id="${anchor}"`)
    }
    const own = publicPages.find((page) => page.path === path)?.needs
    const without = own ? '' : pageAt(path, { marketing: false, prices: false })
    for (const { needs, path: to } of publicPages)
      if (needs && to !== '/') expect(without).not.toContain(`<a href="${to}"`)
    if (own !== 'prices') expect(pageAt(path, { prices: false })).not.toMatch(/href="\/pricing|\$ ?\d/)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('runs no inline code and loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/<script(?![^>]* src=)(?![^>]*ld\+json)/)
    expect(html).not.toMatch(/ on\w+="/)
    const loaded = [...html.matchAll(/ (?:src|srcSet|srcset)="([^"]+)"/g)].map(([, from = '']) => from)
    expect(loaded.filter((from) => !/^\/(?!\/)/.test(from))).toEqual([])
    for (const [, json = ''] of html.matchAll(/ld\+json">(.*?)<\/script>/g))
      expect(JSON.parse(json)['@context']).toBe('https://schema.org')
  })

  test('every slot is filled, and the name of the deployment stands for ours', () => {
    const other = pageAt(path, { name: 'Harbour & Co', phone: '', hosting: '', signUp: false, session: true })
    expect(other).not.toMatch(/\{\{|Deedbox/)
    expect(other).not.toContain('href="/signup"')
    expect(html).not.toMatch(/\{\{/)
  })
})

test('/pricing has the prices of the settings, which begin with those of the specification, and its questions', () => {
  expect(startPrices).toEqual({
    ...{ trialDays: 30, basicDollars: 5.99, basicDocuments: 50, smallDollars: 49.99, smallDocuments: 500 },
  })
  const html = pageAt('/pricing')
  const cards = one(html, /<ul class="plans">([\s\S]*?)<\/ul>/).split('</li>')
  const shown = cards.map((card) => [textOf(card), one(card, /href="(.*?)"/)])
  expect(shown[0]).toEqual([
    expect.stringMatching(/Basic.*\$ ?5\.99 per month.*Up to 50 documents/),
    '/signup',
  ])
  expect(shown[1]).toEqual([
    expect.stringMatching(/Small Business.*\$ ?49\.99 per month.*Up to 500 documents/),
    '/signup',
  ])
  expect(shown[2]).toEqual([expect.stringMatching(/Enterprise.*Custom.*Unlimited/), '/contact'])
  expect(textOf(html)).toContain('30-day free trial')
  expect(questions.length).toBeGreaterThanOrEqual(10)
  for (const { question } of questions) expect(html).toContain(`<h3>${question.replaceAll("'", '&#x27;')}`)
  const dataOf = (page: string) => JSON.parse(one(page, /ld\+json">(.*?)<\/script>/))['@graph']
  expect(dataOf(html)[0].mainEntity).toHaveLength(questions.length)
  const noTrial = pageAt('/pricing', { trialDays: '' })
  expect(textOf(noTrial)).not.toMatch(/trial/i)
  expect(dataOf(noTrial)[0].mainEntity).toHaveLength(questions.length - 1)
  expect(dataOf(pageAt('/'))[1].offers.map(({ price }: { price: string }) => price)).toEqual([
    '5.99',
    '49.99',
  ])
})

test('without prices no page names one, and the questions about the rest are on /features', () => {
  const none = { prices: false, basicDollars: '', smallDollars: '', trialDays: '', enterpriseEmail: '' }
  for (const { path, needs } of publicPages) {
    if (needs === 'prices') continue
    expect(textOf(pageAt(path, none)), path).not.toMatch(/\$ ?\d|free trial|enterprise|per month/i)
  }
  expect(pageAt('/', none)).not.toContain('"offers"')
  expect(textOf(pageAt('/terms', none))).toContain('Nothing is charged through Deedbox.')
  expect(textOf(pageAt('/terms'))).toContain('Small Business $49.99 per month for up to 500 documents')
  expect(textOf(pageAt('/features', none))).toContain(general[0]?.question)
  expect(textOf(pageAt('/features'))).not.toContain(general[0]?.question)
})

test('what section 1 of the specification promises stands on / and /features', () => {
  for (const path of ['/', '/features']) {
    const text = textOf(pageAt(path, { hosting: 'In data centres in Australia.' }))
    for (const said of [
      /AES-256/,
      /multi-factor authentication/i,
      /audit trail/i,
      /remind/,
      /In data centres in Australia\./,
    ])
      expect(text, path).toMatch(said)
  }
})

test('a captcha is named where one is configured, and nowhere else', () => {
  for (const path of ['/security', '/privacy', '/about']) {
    expect(textOf(pageAt(path)), path).not.toMatch(/robot/)
    expect(textOf(pageAt(path, { captcha: 'Cloudflare' })), path).toContain('Cloudflare')
  }
})

test('the legal texts state the numbers of the specification', () => {
  expect(offer).toMatchObject({
    terminationNoticeDays: 30,
    downloadAfterEndDays: 90,
    retentionYears: 7,
    policyChangeNoticeDays: 30,
    breachNoticeHours: 72,
  })
  const terms = textOf(pageAt('/terms'))
  for (const said of [
    '30 days’ notice',
    '90 days to download',
    '7 years',
    'within 72 hours',
    'at least 30 days',
  ])
    expect(terms).toContain(said)
  const privacy = textOf(pageAt('/privacy'))
  for (const said of ['90 days to download', '7 years', 'within 72 hours', 'within 30 days', 'OAIC'])
    expect(privacy).toContain(said)
  expect(textOf(pageAt('/security'))).toContain('within 72 hours')
})

test('/compliance goes through the thirteen principles', () => {
  expect(principles).toHaveLength(13)
  const text = textOf(pageAt('/compliance'))
  for (const [index, { title }] of principles.entries()) expect(text).toContain(`APP ${index + 1}: ${title}`)
})

test('/contact says where to write and when', () => {
  const text = textOf(pageAt('/contact'))
  for (const said of [
    'help@deeds.example',
    'firms@deeds.example',
    '(02) 5550 1234',
    '1 Bridge Street',
    'Mon-Fri 9-5 AEST',
  ])
    expect(text).toContain(said)
  const without = { phone: '', officeAddress: '', businessHours: '', enterpriseEmail: '' }
  expect(textOf(pageAt('/contact', without))).not.toMatch(/Phone Office|Office|Business hours|Enterprise/)
})

test('a claim about hosting is made only where the settings make it', () => {
  for (const { path } of publicPages) {
    expect(textOf(pageAt(path, { hosting: '' }))).not.toMatch(/data cent|in Australia[n]? (?:data|server)/i)
    // A certified copy is a paper, not a claim about hosting.
    const text = textOf(pageAt(path)).replace(/certified cop(y|ies)/gi, '')
    expect(text).not.toMatch(/certified|ISO 27001|SOC 2/i)
  }
})
