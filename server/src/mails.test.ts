import { isAppPage } from '@deedbox/contract/app-pages.ts'
import { type MailKind, mailKindNames, mailKinds, mailSwitchNames } from '@deedbox/contract/mail-kinds.ts'
import { readPreferences } from '@deedbox/contract/preferences.ts'
import { expect, test } from 'vitest'
import type { Place } from './kernel/mail/define.ts'
import { mails } from './mails.ts'
import { renderMail } from './platform/mailer/render.ts'

type DataOf<K extends MailKind> = Parameters<(typeof mails)[K]['write']>[0]

const end = '2026-12-03T12:59:59.999Z'
const place: Place = {
  publicUrl: 'https://deedbox.example',
  placeOf: () => 'Sydney, Australia',
  deploymentName: 'Deedbox',
  timeZone: 'Australia/Sydney',
  supportEmail: 'help@deedbox.example',
}

const code = { code: '123456' }
const firstName = 'Jane'
const trustee = { name: 'Tom Trustee', email: 'tom@example.com' }
const invitation = {
  ...{ invitationId: 'i', invitedBy: 'Ada', firstName, role: 'guest', professionalType: null },
  ...{ organization: 'Hartley', accessExpiresAt: end, expiresAt: end },
}
const sharing = {
  ...{ senderName: 'Ada', senderEmail: 'ada@example.com', message: 'Please read it.' },
  ...{ level: 'view' as const, ends: end, invitation: null },
}
const asked = {
  requestId: 'q',
  ...{ title: 'The will', extension: false, requesterName: 'Rex', requesterEmail: 'rex@example.com' },
  ...{ clientName: 'Quinn', clientEmail: '', justification: 'A claim.', level: 'view' as const },
  ...{ until: end, askedAt: end },
}
const browsing = { requesterName: 'Rex', requesterEmail: 'rex@example.com', justification: 'A claim.' }
const owner = {
  ...{ requestId: 'r', requesterName: 'Rex', requesterEmail: 'rex@example.com', message: 'Please.' },
  ...{ ownerEmail: 'quinn@example.com', ownerName: 'Harriet Quinn', sentAt: end },
}
const answered = {
  ...{ claimerName: 'Tom', claimerEmail: 'tom@example.com', ownerEmail: 'quinn@example.com' },
  ...{ requestId: 'r', message: 'The deed, please.', sentAt: end },
}
const items = { items: [{ documentId: 'd', title: 'The will', who: 'Gail', end, days: 7 }] }
const organisation = { items: [{ documentId: null, title: 'Harbour Legal', who: null, end, days: 30 }] }
const backup = { place: '/mnt/backups', problem: 'No space.', lastGoodAt: end }
const health = { check: 'Disk space', message: '1 GB is left.', since: end, until: end } as const

/** Data of each kind: a new kind without a sample does not compile. */
const samples: { [K in MailKind]: DataOf<K> } = {
  verification_code: code,
  proof_code: { ...code, firstName },
  code_sms: { ...code, signIn: true },
  sign_in_code: { ...code, firstName },
  password_reset: { token: 't', firstName },
  security_notice: {
    ...{ firstName, title: 'A passkey was added', lines: [{ text: 'On a laptop.' }], at: end, by: null },
    ...{ device: 'Firefox on Linux', address: '203.0.113.7' },
  },
  copy_withdrawn: {
    ...{ documentId: 'd', title: 'Certified copy: The will', reason: 'A page is missing' },
    ...{ senderName: 'Tom', senderEmail: 'tom@example.com' },
  },
  trustee_waiting: trustee,
  trustee_confirmed: { firstName },
  guest_end_set: { firstName, accessExpiresAt: end },
  newly_trusted: {
    ...{ how: 'invited', role: 'Trustee', people: [{ text: 'Tom (tom@example.com)' }], total: 1 },
    ...{ by: 'Ada', at: end },
  },
  message_reported: {
    ...{ senderName: 'Rex', senderEmail: 'rex@example.com', recipient: 'q@example.com', message: 'Pay!' },
  },
  invitation,
  imported_invitation: invitation,
  invitation_again: invitation,
  email_change_code: { ...code, firstName, to: 'new@example.com' },
  email_changed: { firstName, to: 'new@example.com' },
  account_closed: { firstName },
  token_ending: { firstName, name: 'Register', expiresAt: end },
  documents_handed_over: {
    firstName,
    from: 'Tom',
    by: 'Ada',
    documents: 3,
    listed: '3 documents and 2 matters',
  },
  document_shared: { ...sharing, documentId: 'd', title: 'The will' },
  documents_shared: { ...sharing, documents: [{ title: 'The will' }], count: 2 },
  access_requested: asked,
  request_reminder: asked,
  request_approved: {
    ...{ documentId: 'd', title: 'The will', extension: false, level: 'view', ends: end },
    ...{ reviewerName: 'Tom', reviewerEmail: 'tom@example.com', notes: '' },
  },
  request_denied: {
    ...{ requestId: 'q', documentName: 'The will', extension: true, notes: 'No.' },
    ...{ reviewerName: 'Tom', reviewerEmail: 'tom@example.com' },
  },
  request_lapsed: { documentName: 'The will', extension: true, askedAt: end },
  browsing_requested: browsing,
  browsing_requested_sms: browsing,
  owner_request: owner,
  owner_request_claimed: answered,
  owner_request_fulfilled: answered,
  owner_request_reminder: owner,
  owner_request_withdrawn: owner,
  owner_request_shared: {
    ...{ documentId: 'd', titles: 'The will', senderName: 'Tom', senderEmail: 'tom@example.com' },
    ...{ ownerEmail: 'quinn@example.com', level: 'view', ends: end },
  },
  document_expiring: items,
  access_ending: items,
  access_ending_owner: items,
  access_ended: items,
  access_ended_owner: items,
  never_opened: items,
  date_due: items,
  nomination: {
    name: 'Nora',
    promise: 'If you ask and nobody vetoes it for 14 days, then for 90 days you may view papers of Quinn.',
    ...{ senderName: 'Tom', senderEmail: trustee.email, ownerName: 'Tom', onBehalfOf: 'Quinn' },
  },
  release_asked: {
    ...{
      nomineeName: 'Nora',
      nomineeEmail: 'nora@example.com',
      whose: 'Quinn',
      rehearsal: false,
      keeper: true,
    },
    ...{ message: 'She died.', waitDays: 30 },
  },
  release_waiting: items,
  release_begun: items,
  release_stopped: {
    ...{ byName: 'Tom', byEmail: trustee.email, whose: 'Quinn', begun: false, rehearsal: false },
  },
  nominee_confirm: items,
  packet_overdue: items,
  inspection_received: { token: 'token' },
  inspection_asked: { name: 'Nora', email: 'nora@example.com', deceased: 'Quinn', message: 'She died.' },
  inspection_refused: { refusal: 'entitled' },
  review_due: items,
  organization_leaving: organisation,
  organization_locks_in_30: organisation,
  organization_locks_in_7: organisation,
  organization_locked: organisation,
  enquiry: { ...trustee, phone: '', subject: 'A deed', message: 'Hello.', account: '' },
  announcement: { subject: 'Maintenance', text: 'On Sunday.\n\nThank you.', kind: 'everybody' },
  backups_failed: backup,
  backups_recovered: backup,
  backup_check_failed: backup,
  key_escrow_due: { toDo: 'divide' },
  log_mismatch: { problems: [{ text: 'Event 7 was removed from the audit trail.' }] },
  log_head: {
    verifierKey: 'deedbox.example/log/1+00000000+AAAA',
    note: `deedbox.example/log/1\n7\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— deedbox.example/log/1 AAAA\n`,
  },
  health_failed: health,
  health_recovered: health,
}

test.each(mailKindNames)('%s has its label, its switch, and words', async (kind) => {
  expect(mails[kind].kind).toBe(kind)
  expect(mailKinds[kind].label).toMatch(/^[A-Z][^_]+$/)
  expect(['none', 'reminders', ...mailSwitchNames]).toContain(mailKinds[kind].switch)
  // Rows keep their data as JSON.
  const data = JSON.parse(JSON.stringify(samples[kind])) as never
  const written = mails[kind].write(data, place)
  if ('sms' in written) return expect(written.sms.length).toBeLessThan(400)
  expect(written.subject.length).toBeLessThan(200)
  const { html, text } = await renderMail(written.element, { name: 'Deedbox', reportUrl: null })
  for (const words of [written.subject, html, text]) {
    expect(words.length).toBeGreaterThan(10)
    expect(words).not.toMatch(/undefined|\[object|NaN|Invalid Date/)
  }
})

const writtenOf = (kind: MailKind) => mails[kind].write(samples[kind] as never, place)

test('a mail that a person sends through Deedbox is answered to them, and one of Deedbox itself is not', () => {
  const people = mailKindNames.filter((kind) => {
    const written = writtenOf(kind)
    return 'replyTo' in written && written.replyTo
  })
  expect(people.sort()).toEqual([
    'access_requested',
    'announcement',
    'browsing_requested',
    'copy_withdrawn',
    'document_shared',
    'documents_shared',
    'enquiry',
    'inspection_asked',
    'nomination',
    'owner_request',
    'owner_request_claimed',
    'owner_request_fulfilled',
    'owner_request_reminder',
    'owner_request_shared',
    'owner_request_withdrawn',
    'release_asked',
    'release_stopped',
    'request_approved',
    'request_denied',
    'request_reminder',
  ])
})

test('no link in a mail changes anything by being opened: each leads to a page, which changes nothing until a button is pressed', async () => {
  for (const kind of mailKindNames) {
    const written = writtenOf(kind)
    if ('sms' in written) continue
    const reportUrl = `${place.publicUrl}/report/t`
    const { html } = await renderMail(written.element, { name: 'Deedbox', reportUrl })
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    expect(links, kind).toContain(reportUrl)
    for (const link of links) {
      if (link.startsWith('mailto:')) continue
      const { origin, pathname } = new URL(link)
      expect(origin, `${kind}: ${link}`).toBe(place.publicUrl)
      expect(pathname === '/' || isAppPage(pathname), `${kind}: ${link}`).toBe(true)
    }
  }
})

test('mails of requests lead to that request', async () => {
  for (const [kind, link] of [
    ['access_requested', '/trustee/requests?request=q'],
    ['request_reminder', '/trustee/requests?request=q'],
    ['request_denied', '/requestor/documents?tab=my-requests&request=q'],
    ['owner_request_claimed', '/requestor/documents?tab=my-requests&sent=r'],
    ['owner_request_fulfilled', '/requestor/documents?tab=my-requests&sent=r'],
    ['owner_request', '/owner-request/r'],
    ['owner_request_reminder', '/owner-request/r'],
  ] as const) {
    const written = writtenOf(kind)
    if ('sms' in written) throw new Error('an email is expected')
    const { html, text } = await renderMail(written.element, { name: 'Deedbox', reportUrl: null })
    expect(html.replaceAll('&amp;', '&'), kind).toContain(place.publicUrl + link)
    if (kind.endsWith('ed') && kind.startsWith('owner')) expect(text).toContain('The deed, please.')
  }
})

test('a label names one kind, and every switch switches something off', () => {
  const labels = mailKindNames.map((kind) => mailKinds[kind].label)
  expect(new Set(labels).size).toBe(labels.length)
  const used = new Set<string>(mailKindNames.map((kind) => mailKinds[kind].switch))
  expect(mailSwitchNames.filter((name) => !used.has(name))).toEqual([])
})

test('a person who never touched a switch has its default', () => {
  const on = Object.fromEntries(mailSwitchNames.map((name) => [name, true]))
  expect(readPreferences({}).mails).toEqual(on)
  expect(readPreferences({ mails: { requests: false, formerly: true } }).mails).toEqual({
    ...on,
    requests: false,
  })
})
