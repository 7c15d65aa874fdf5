import { Button } from '@react-email/button'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { Fragment, type ReactNode } from 'react'
import { light, mono } from './palette.ts'

/** Shows a paragraph. */
export function MailText({ children }: { children: ReactNode }) {
  return (
    <Text
      className="text"
      style={{ margin: '0 0 16px', color: light.text, fontSize: 16, lineHeight: '25px' }}
    >
      {children}
    </Text>
  )
}

/** Shows the main action. Throws unless `href` is a full http(s) address, so that no other scheme is ever sent. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:$/.test(new URL(href).protocol)) throw new TypeError('A button links to a web address')
  return (
    <Section style={{ margin: '26px 0 22px' }}>
      <Button
        className="button"
        href={href}
        style={{
          padding: '13px 24px',
          borderRadius: 6,
          backgroundColor: light.brass,
          color: light.onBrass,
          fontSize: 16,
          fontWeight: 600,
        }}
      >
        <span className="label">{children}</span>
      </Button>
    </Section>
  )
}

/** Shows a code to type or copy, in wide type so that it is easy to read out. */
export function MailCode({ children }: { children: string }) {
  return (
    <Section
      className="tint"
      style={{ ...panel, margin: '22px 0', padding: '18px 12px', textAlign: 'center' }}
    >
      <Text
        className="ink"
        style={{
          margin: 0,
          color: light.ink,
          font: `600 32px/38px ${mono}`,
          letterSpacing: 8,
          textIndent: 8,
        }}
      >
        {children}
      </Text>
    </Section>
  )
}

/** Facts, one per line: label and value. */
export function MailFacts({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <table
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      style={{ margin: '20px 0', borderCollapse: 'collapse' }}
    >
      <tbody>
        {/* Titles of two documents may be the same. */}
        {Array.from(rows.entries(), ([place, [label, value]]) => (
          <tr key={place} className="fact">
            <th className="fact-label muted rule" scope="row" style={{ ...cell, ...factLabel }}>
              {label}
            </th>
            <td className="fact-value ink rule" style={{ ...cell, color: light.ink, fontWeight: 500 }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows what a person wrote, with their line breaks, set apart from our own text. */
export function MailQuote({ children }: { children: string }) {
  const lines = children.split(/\r?\n/).map((line, place) => ({ line, place }))
  return (
    <Section className="tint" style={{ ...panel, margin: '20px 0', padding: '14px 18px' }}>
      <Text className="text" style={{ margin: 0, color: light.text, fontSize: 16, lineHeight: '25px' }}>
        {lines.map(({ line, place }) => (
          <Fragment key={place}>
            {place > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </Text>
    </Section>
  )
}

const panel = { backgroundColor: light.tint, border: `1px solid ${light.line}`, borderRadius: 6 }
const cell = {
  padding: '9px 0',
  borderTop: `1px solid ${light.line}`,
  fontSize: 15,
  lineHeight: '22px',
  textAlign: 'left' as const,
  verticalAlign: 'top',
  wordBreak: 'break-word' as const,
}
const factLabel = { width: '34%', paddingRight: 14, color: light.muted, fontWeight: 400 }
