import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createContext, type ReactNode, useContext } from 'react'
import { light, sans, serif, styleSheet } from './palette.ts'

/** Frame that all emails of a deployment share: its name, and the link to report this one; null if it cannot be reported. */
export type Frame = { name: string; reportUrl: string | null }
export const MailFrame = createContext<Frame>({ name: 'Deedbox', reportUrl: null })

/**
 * Lays out all emails. `preview` is the line that mail programs show after the subject, `reason` the sentence in the footer that says why
 * this person got it, `sender` who caused it ('Hartley & Lowe, through Deedbox'; by default Deedbox). It loads nothing from anywhere.
 */
export function MailLayout(props: {
  preview: string
  title: string
  reason: string
  sender?: string
  children: ReactNode
}) {
  const { name, reportUrl } = useContext(MailFrame)
  return (
    <Html lang="en-AU">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{props.title}</title>
        <style>{styleSheet}</style>
      </Head>
      <Body
        className="paper"
        style={{ margin: 0, padding: 0, backgroundColor: light.paper, fontFamily: sans }}
      >
        <Preview>{props.preview}</Preview>
        <Container style={{ width: '100%', maxWidth: 560, padding: '28px 16px 36px' }}>
          <Mark name={name} />
          <Section
            className="sheet"
            style={{
              backgroundColor: light.sheet,
              border: `1px solid ${light.line}`,
              borderRadius: 8,
              padding: '34px 36px 18px',
            }}
          >
            <h1
              className="ink"
              style={{
                margin: '0 0 18px',
                color: light.ink,
                font: `600 25px/1.28 ${serif}`,
                letterSpacing: '-0.2px',
              }}
            >
              {props.title}
            </h1>
            {props.children}
          </Section>
          <Text className="muted" style={{ ...footer, margin: '22px 4px 0' }}>
            Sent by {props.sender ?? 'Deedbox'}. {props.reason}
          </Text>
          <Text className="muted" style={{ ...footer, margin: '8px 4px 0' }}>
            Deedbox never asks for your password or a code by email or telephone.
          </Text>
          {reportUrl && (
            <Text className="muted" style={{ ...footer, margin: '8px 4px 0' }}>
              Did you not expect this?{' '}
              <a className="muted" href={reportUrl} style={{ color: light.muted }}>
                Report this message
              </a>
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  )
}

const footer = { color: light.muted, fontSize: 13, lineHeight: '20px' }

/** Draws the logo, a deed box with its seal of two table cells and a dot, and the name. */
function Mark({ name }: { name: string }) {
  return (
    <table
      role="presentation"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      data-skip-in-text="true"
      style={{ margin: '0 0 18px 4px' }}
    >
      <tbody>
        <tr>
          <td style={{ verticalAlign: 'middle' }}>
            <table role="presentation" cellPadding="0" cellSpacing="0" border={0} width={34}>
              <tbody>
                <tr>
                  <td className="box" height={7} style={{ ...box, height: 7, borderRadius: '4px 4px 0 0' }} />
                </tr>
                <tr>
                  <td height={2} style={{ height: 2, fontSize: 0, lineHeight: '2px' }} />
                </tr>
                <tr>
                  <td
                    className="box"
                    align="center"
                    height={19}
                    style={{ ...box, height: 19, borderRadius: '0 0 3px 3px', verticalAlign: 'middle' }}
                  >
                    <div
                      className="seal"
                      style={{
                        width: 7,
                        height: 7,
                        margin: '0 auto',
                        borderRadius: 6,
                        border: `2px solid ${light.gilt}`,
                        backgroundColor: light.wax,
                      }}
                    />
                  </td>
                </tr>
              </tbody>
            </table>
          </td>
          <td className="ink" style={{ paddingLeft: 11, color: light.ink, font: `600 21px/28px ${serif}` }}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const box = { width: 34, backgroundColor: light.ink, fontSize: 0, lineHeight: 0 }
