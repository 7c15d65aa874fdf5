import type { ReactElement } from 'react'

// What stands on one line in the e-mail stands on one line of the text, and no heading shouts.
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
 * The HTML and the plain-text part of one e-mail. In the text every link shows its address. The renderer and React's
 * server half are loaded with the first e-mail, not at start.
 */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(element)
  return { html, text: `${toPlainText(html, textOptions)}\n` }
}
