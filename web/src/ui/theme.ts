import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** Colours of Deedbox. Shade 7 is the colour itself on paper, shade 4 the same colour on ink. */
const brass: MantineColorsTuple = [
  '#FBF5E8',
  '#F4E7CB',
  '#E9D3A4',
  '#DDBD7C',
  '#CFA557',
  '#B98735',
  '#A06C1C',
  '#8A5A12',
  '#6F480D',
  '#543607',
]
const wax: MantineColorsTuple = [
  '#FCF0EE',
  '#F7DAD6',
  '#F0BBB4',
  '#E99A91',
  '#E27F74',
  '#C4483B',
  '#B2382C',
  '#9F2B20',
  '#7F2119',
  '#5C1812',
]
const eucalyptus: MantineColorsTuple = [
  '#EDF6F1',
  '#D3E9DD',
  '#A9D3BC',
  '#82C09E',
  '#63B089',
  '#418A65',
  '#377A59',
  '#2F6B4F',
  '#24543E',
  '#193C2C',
]
const amber: MantineColorsTuple = [
  '#FFF7E6',
  '#FFEBC2',
  '#FFD88A',
  '#FFC453',
  '#F2B03A',
  '#DB9110',
  '#B06A06',
  '#8C4F04',
  '#6F3E06',
  '#4E2B04',
]
/** Greys with a drop of ink; also the neutral surfaces on paper. */
const gray: MantineColorsTuple = [
  '#F6F4EF',
  '#EFECE4',
  '#E4E0D6',
  '#D6D1C4',
  '#BDB8AC',
  '#8B8E95',
  '#566072',
  '#434E61',
  '#2C3A50',
  '#1B2A41',
]
/** The dark theme's surfaces: ink, lighter and darker. */
const dark: MantineColorsTuple = [
  '#ECE9E1',
  '#D3D3CF',
  '#A9B1BF',
  '#8491A5',
  '#3A485E',
  '#2A374C',
  '#1B2638',
  '#121B2A',
  '#0E1521',
  '#0A0F18',
]

const serif = "'Source Serif 4 Variable', 'Source Serif Fallback', Georgia, 'Times New Roman', serif"

/** Colours the text of filled buttons and badges: paper on the dark shades of the light theme, ink on the light shades of the dark one. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colours, color: 'var(--deed-on-filled)' } : colours
}

export const theme = createTheme({
  colors: { brass, wax, eucalyptus, amber, gray, dark, red: wax },
  primaryColor: 'brass',
  primaryShade: { light: 7, dark: 4 },
  black: '#1B2A41',
  white: '#FFFFFF',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  headings: { fontFamily: serif, fontWeight: '600', textWrap: 'balance' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    InputError: { defaultProps: { role: 'alert' } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontFamily: serif, fontWeight: 600, fontSize: '1.25rem', lineHeight: 1.3 } },
    },
    // Popovers stay visible, as a list whose field was out of view for a moment stayed hidden.
    Popover: { defaultProps: { hideDetached: false } },
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: true }, multiline: true, maw: 420 },
    },
  },
})

/** Glow of the colour, instead of a near-black shade of it, for light badges and notices on ink. */
const glowing = Object.fromEntries(
  Object.entries({ brass, wax, eucalyptus, amber, gray }).flatMap(([name, shades]) => [
    [`--mantine-color-${name}-light`, `color-mix(in srgb, ${shades[4]} 16%, transparent)`],
    [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${shades[4]} 24%, transparent)`],
    [`--mantine-color-${name}-light-color`, shades[2]],
  ]),
)

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--deed-serif': serif, '--deed-header-height': '60px' },
  light: {
    '--mantine-color-text': '#1B2A41',
    '--mantine-color-body': '#FBFAF7',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6B7280',
    '--mantine-color-error': wax[7],
    '--mantine-color-anchor': brass[7],
    '--mantine-color-default-border': '#C9C4B7',
    '--deed-on-filled': '#FFFFFF',
    '--deed-surface': '#FFFFFF',
    '--deed-raised': gray[0],
    '--deed-line': gray[2],
    '--deed-mark-box': '#1B2A41',
    '--deed-mark-front': '#2F4466',
  },
  dark: {
    ...glowing,
    '--mantine-color-error': wax[3],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-disabled-color': dark[3],
    '--mantine-color-default-border': '#46556D',
    '--deed-on-filled': '#0E1521',
    '--deed-surface': '#172132',
    '--deed-raised': dark[6],
    '--deed-line': '#2A374C',
    '--deed-mark-box': '#A9B1BF',
    '--deed-mark-front': '#8491A5',
  },
})
