import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import fallbackFonts from '../ui/fallback-fonts.css?raw'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import base from './style/base.css?raw'
import frame from './style/frame.css?raw'
import guide from './style/guide.css?raw'
import pages from './style/pages.css?raw'
import texts from './style/texts.css?raw'

const css = [base, frame, pages, texts, guide].join('\n')
/** Variables of the mark, which names them itself. */
const markVariables = 'var(--deed-mark-box) var(--deed-mark-front)'
const variable = /var\((--[\w-]+)/g

type Variables = Record<string, string>

/** Collects the variables that a text uses, and those that their values use. */
function used(text: string, all: Variables, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(variable)) {
    if (found.has(name)) continue
    found.add(name)
    used(all[name] ?? '', all, found)
  }
  return found
}

/** Writes the variables of the application's theme that the public pages use, for a chosen theme and for none (no JavaScript). */
function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const defaults = defaultCssVariablesResolver(merged)
  const own = cssVariablesResolver(merged)
  const parts = {
    variables: { ...defaults.variables, ...own.variables },
    light: { ...defaults.light, ...own.light },
    dark: { ...defaults.dark, ...own.dark },
  }
  const names = new Set(
    Object.values(parts).flatMap((part) => [...used(css + markVariables, { ...parts.variables, ...part })]),
  )
  const only = (part: Variables) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => names.has(name)))
  const [shared, light, dark] = [only(parts.variables), only(parts.light), only(parts.dark)]
  const declared = (part: Variables) =>
    Object.entries(part)
      .map(([name, value]) => `${name}:${value};`)
      .join('')
  const bySystem = (scheme: string, part: Variables) =>
    `@media (prefers-color-scheme:${scheme}){:root:not([data-mantine-color-scheme]){${declared(part)}}}`
  return [
    convertCssVariables({ variables: { '--mantine-scale': '1', ...shared }, light, dark }, ':root'),
    bySystem('light', light),
    bySystem('dark', dark),
    ':root{color-scheme:light dark}:root[data-mantine-color-scheme=light]{color-scheme:light}:root[data-mantine-color-scheme=dark]{color-scheme:dark}',
  ].join('')
}

const squeezed = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')

/** Returns the whole style sheet of the public pages. @param fontFaces the rules of the fonts as the build has named them */
export const siteStyle = (fontFaces: string): string =>
  squeezed(fontFaces + fallbackFonts + themeVariables() + css)
