/** The colours of every email: the product's own, and a dark set for mail clients that ask for one. */
export const light = {
  paper: '#FBFAF7',
  sheet: '#FFFFFF',
  line: '#E4DED1',
  ink: '#1B2A41',
  text: '#2B3850',
  muted: '#5B6474',
  brass: '#8A5A12',
  onBrass: '#FFFFFF',
  wax: '#9F2B20',
  gilt: '#E2C48D',
  tint: '#F5F1E8',
}

const dark: typeof light = {
  paper: '#12161D',
  sheet: '#1A202A',
  line: '#333C4A',
  ink: '#F2EDE2',
  text: '#DCD8CE',
  muted: '#A3A9B4',
  brass: '#E0B15E',
  onBrass: '#1B1407',
  wax: '#C8493C',
  gilt: '#5A4318',
  tint: '#232B37',
}

export const serif = "'Source Serif 4', 'Source Serif Pro', Georgia, 'Times New Roman', serif"
export const sans = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
export const mono = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace"

/**
 * Styles are on the elements, because many mail programs drop style sheets; this sheet only changes colours for dark
 * mode and margins for phones, hence every !important.
 */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .sheet { padding: 26px 20px 12px !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${dark.paper} !important; }
  .sheet { background-color: ${dark.sheet} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .text { color: ${dark.text} !important; }
  .muted { color: ${dark.muted} !important; }
  .button { background-color: ${dark.brass} !important; color: ${dark.onBrass} !important; }
  .tint { background-color: ${dark.tint} !important; border-color: ${dark.line} !important; }
  .rule { border-color: ${dark.line} !important; }
  .box { background-color: ${dark.ink} !important; }
  .seal { background-color: ${dark.wax} !important; border-color: ${dark.gilt} !important; }
}`
