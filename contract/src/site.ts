import type { Settings } from './settings.ts'

/**
 * The public pages, in the order of the footer (specification, section 2). `needs` names the setting without which a page is not served; prices are
 * shown only with the marketing pages.
 */
export const publicPages = [
  { path: '/', label: 'Home', needs: 'marketing' },
  { path: '/features', label: 'Features', needs: 'marketing' },
  { path: '/pricing', label: 'Pricing', needs: 'prices' },
  { path: '/security', label: 'Security', needs: null },
  { path: '/about', label: 'About', needs: 'marketing' },
  { path: '/contact', label: 'Contact', needs: null },
  { path: '/privacy', label: 'Privacy', needs: null },
  { path: '/terms', label: 'Terms', needs: null },
  { path: '/compliance', label: 'Compliance', needs: 'marketing' },
  // Pages that are not in the specification and so come last.
  { path: '/guide', label: 'Guide', needs: null },
  { path: '/check', label: 'Check a copy', needs: null },
] as const

export type PublicPath = (typeof publicPages)[number]['path']

/** Tells whether a deployment shows its marketing pages, and its prices among them. */
export const pagesShown = ({ marketingPages, prices }: Pick<Settings, 'marketingPages' | 'prices'>) => ({
  marketing: marketingPages,
  prices: marketingPages && prices !== null,
})
type Shown = ReturnType<typeof pagesShown>

/** Tells whether a public page is served. */
export const isShown = ({ needs }: { needs: keyof Shown | null }, shown: Shown) =>
  needs === null || shown[needs]

/** The links of every footer. */
export const footerLinks = publicPages.filter(({ path }) => path !== '/')

/** The links of the header for people who are not signed in, beside Sign In and Get Started. */
export const headerLinks = publicPages.filter(({ path }) => path === '/features' || path === '/pricing')

/** Values that the server fills into a built page: texts, and switches for parts of it. */
export type SiteValues = {
  name: string
  publicUrl: string
  supportEmail: string
  enterpriseEmail: string
  phone: string
  officeAddress: string
  businessHours: string
  hosting: string
  maintenance: string
  timeZone: string
  /** Captcha service, or ''. */
  captcha: string
  /** State: anyone may sign up. */
  signUp: boolean
  marketing: boolean
  prices: boolean
  /** Numbers as written ('5.99', '50', '30'), or ''. */
  basicDollars: string
  basicDocuments: string
  smallDollars: string
  smallDocuments: string
  trialDays: string
  /** State: the reader has a session cookie of this deployment. */
  session: boolean
}

const htmlCharacters = /[&<>"']/g
const escapeHtml = (text: string) => text.replace(htmlCharacters, (c) => `&#${c.charCodeAt(0)};`)
/** Escapes a text for a JSON string inside a script element. */
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')

/** Pattern of a part that contains no other part. */
const innermost = /\{\{([#^])(\w+)\}\}((?:(?!\{\{[#^])[\s\S])*?)\{\{\/\2\}\}/g
const slot = /\{\{(json )?(\w+)\}\}/g

/**
 * Fills a built page: `{{name}}` is the escaped value, `{{json name}}` the same inside JSON, `{{#name}}…{{/name}}` stays
 * if there is a value and `{{^name}}…{{/name}}` if there is none.
 * @throws if the page names a value that does not exist
 */
export function fillPage(page: string, values: SiteValues): string {
  const valueNamed = (name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`There is no value ${name} for public pages`)
    return values[name as keyof SiteValues]
  }
  const choose = (text: string): string => {
    const chosen = text.replace(innermost, (_, kind: string, name: string, inner: string) =>
      Boolean(valueNamed(name)) === (kind === '#') ? inner : '',
    )
    return chosen === text ? text : choose(chosen)
  }
  return choose(page).replace(slot, (_, json: string | undefined, name: string) =>
    (json ? escapeJson : escapeHtml)(String(valueNamed(name))),
  )
}
