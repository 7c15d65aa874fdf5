/**
 * Public mail services that the library's list lacks; a test says which it has meanwhile. Under the last one Microsoft gives
 * a name to anybody.
 */
export const alsoPublic: readonly string[] =
  `tuta.com tuta.io tutanota.com duck.com fastmail.com gmx.ch zohomail.com zohomail.com.au
  simplelogin.com sohu.com adam.com.au aapt.net.au optushome.com.au exetel.com.au aussiebroadband.com.au three.com.au
  vodafone.com.au spin.net.au southernphone.com.au slingshot.co.nz orcon.net.nz vodafone.co.nz telefonica.net
  onmicrosoft.com`.split(/\s+/)

/** Loads them with the first domain that is added, so that a start does not wait for them. */
export async function publicMailServices(): Promise<readonly string[]> {
  return (await import('email-providers/all.json', { with: { type: 'json' } })).default
}

/** Tells whether an email domain is anybody’s: a public mail service, or a public suffix, under which anybody can register a name. */
export async function isPublicDomain(domain: string): Promise<boolean> {
  const { getDomain } = await import('tldts')
  const suffix = getDomain(domain, { allowPrivateDomains: true }) === null
  return suffix || alsoPublic.includes(domain) || (await publicMailServices()).includes(domain)
}
