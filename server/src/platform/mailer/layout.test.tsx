import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MailButton, MailCode, MailFacts, MailQuote, MailText } from './blocks.tsx'
import { MailLayout } from './layout.tsx'
import { renderMail } from './render.ts'

const address = 'https://deedbox.example/documents/shared/1?from=mail&to=you'

function sample(words = 'Please look at clause 12.\nBefore Friday.') {
  return (
    <MailLayout
      preview="Margaret shared a deed with you."
      title="Smith Family Trust deed"
      sender="Margaret Hartley, through Deedbox"
      reason="You receive this because it was shared with you."
    >
      <MailText>Margaret Hartley has shared a document with you.</MailText>
      <MailFacts
        rows={[
          ['Document', 'Smith & Sons <1962>'],
          ['Until', '3 Dec 2026'],
        ]}
      />
      <MailQuote>{words}</MailQuote>
      <MailCode>482913</MailCode>
      <MailButton href={address}>Open the document</MailButton>
    </MailLayout>
  )
}

test('the plain text says everything that the HTML says, including links', async () => {
  const { text } = await renderMail(sample())
  expect(text).toBe(`Smith Family Trust deed

Margaret Hartley has shared a document with you.

Document: Smith & Sons <1962>
Until: 3 Dec 2026

Please look at clause 12.
Before Friday.

482913

Open the document: ${address}

Sent by Margaret Hartley, through Deedbox. You receive this because it was shared with you.

Deedbox never asks for your password or a code by email or telephone.
`)
})

test('the HTML loads nothing from any origin and has no script', async () => {
  const { html } = await renderMail(sample())
  expect(html).toMatch(/^<!DOCTYPE html/i)
  expect(html).toContain('lang="en-AU"')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).toContain(`href="${address.replace('&', '&amp;')}"`)
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|@font-face/i)
  const addresses = html.match(/https?:\/\/[^"'\s<]+/g)?.filter((found) => !found.includes('www.w3.org'))
  expect(addresses).toEqual([address.replace('&', '&amp;')])
})

test('text that a person typed never becomes markup', async () => {
  const pieces = ['<', '>', '"', "'", '&', '</p>', '<script>', '<!--', '-->', ']]>', '&lt;', 'a', ' ']
  const anything = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  const tags = (html: string) => html.match(/<[/!]?[a-z-]+/gi)?.length
  const plain = tags((await renderMail(sample('x'))).html)
  await fc.assert(
    fc.asyncProperty(anything, async (words) => {
      expect(tags((await renderMail(sample(words.join('')))).html)).toBe(plain)
    }),
  )
})

test.each(['javascript:alert(1)', '/documents', 'data:text/html,x'])(
  'a button refuses to lead to %s',
  async (href) => {
    await expect(renderMail(<MailButton href={href}>Open</MailButton>)).rejects.toThrow(TypeError)
  },
)
