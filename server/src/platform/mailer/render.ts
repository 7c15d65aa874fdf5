import type { ReactElement } from 'react'
import type { Frame } from './layout.tsx'

// Lines of the email are lines of the text, and headings are not in capitals.
const textOptions = {
  selectors: [
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 1 } },
    { selector: 'span.label', format: 'inlineSurround', options: { suffix: ':' } },
    { selector: 'tr.fact', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th.fact-label', format: 'inlineSurround', options: { suffix: ': ' } },
    { selector: 'td.fact-value', format: 'inline' },
  ],
}

/**
 * Renders the HTML and the plain-text part of one email. In the text every link shows its address. The renderer and React's server part are
 * loaded with the first email, not at start.
 */
export async function renderMail(
  element: ReactElement,
  frame?: Frame,
): Promise<{ html: string; text: string }> {
  const { createElement } = await import('react')
  const { MailFrame } = await import('./layout.tsx')
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(frame ? createElement(MailFrame, { value: frame }, element) : element)
  return { html, text: `${toPlainText(html, textOptions)}\n` }
}
