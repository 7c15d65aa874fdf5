/**
 * The public pages, in the order of the footer (specification, section 2). `marketing`: not served where the deployment
 * has switched its marketing pages off.
 */
export const publicPages = [
  { path: '/', label: 'Home', marketing: true },
  { path: '/features', label: 'Features', marketing: true },
  { path: '/pricing', label: 'Pricing', marketing: true },
  { path: '/security', label: 'Security', marketing: false },
  { path: '/about', label: 'About', marketing: true },
  { path: '/contact', label: 'Contact', marketing: false },
  { path: '/privacy', label: 'Privacy', marketing: false },
  { path: '/terms', label: 'Terms', marketing: false },
  { path: '/compliance', label: 'Compliance', marketing: true },
  // Not in the specification, so it comes last.
  { path: '/guide', label: 'Guide', marketing: false },
] as const

export type PublicPath = (typeof publicPages)[number]['path']

/** The links of every footer. */
export const footerLinks = publicPages.filter(({ path }) => path !== '/')

/** The links of the header for people who are not signed in, beside Sign In and Get Started. */
export const headerLinks = publicPages.filter(({ path }) => path === '/features' || path === '/pricing')

/** What the server fills into a built page: texts, and switches for the parts of a page. */
export type SiteValues = {
  name: string
  publicUrl: string
  supportEmail: string
  enterpriseEmail: string
  phone: string
  officeAddress: string
  hosting: string
  maintenance: string
  /** Whether anyone may sign up. */
  signUp: boolean
  marketing: boolean
  /** Whether the reader has a session cookie of ours. */
  session: boolean
}

const htmlCharacters = /[&<>"']/g
const escapeHtml = (text: string) => text.replace(htmlCharacters, (c) => `&#${c.charCodeAt(0)};`)
/** For a string in JSON inside a script element. */
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')

const section = /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g
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
  const choose = (text: string): string =>
    text.replace(section, (_, kind: string, name: string, inner: string) =>
      Boolean(valueNamed(name)) === (kind === '#') ? choose(inner) : '',
    )
  return choose(page).replace(slot, (_, json: string | undefined, name: string) =>
    (json ? escapeJson : escapeHtml)(String(valueNamed(name))),
  )
}
