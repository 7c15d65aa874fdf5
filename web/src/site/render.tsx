import { type PublicPath, publicPages } from '@deedbox/contract/site.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { Frame } from './frame.tsx'
import { pages } from './pages.ts'
import { slot } from './slots.tsx'
import { structuredData } from './structured-data.ts'

/** Output of the build: addresses, and the style sheet itself. */
export type Assets = {
  script: string
  contactScript: string
  checkScript: string
  /** The application's header and footer, and its style sheet, loaded only for people who are signed in. */
  account: string
  accountStyle: string
  style: string
  fonts: string[]
}

const namedInText = (html: string) => html.replaceAll('Deedbox', slot('name'))

function Head({ path, assets }: { path: PublicPath; assets: Assets }) {
  const { title, description } = pages[path]
  const address = `${slot('publicUrl')}${path}`
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Deedbox" />
      <meta property="og:locale" content="en_AU" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${slot('publicUrl')}/pictures/og.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="The documents of a trustee in Deedbox" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="theme-color" content="#FBFAF7" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#121B2A" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {assets.fonts.map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
      ))}
      <script src="/colour-scheme.js" />
      <script
        type="module"
        src={assets.script}
        data-account={assets.account}
        data-account-style={assets.accountStyle}
      />
      {path === '/contact' && <script type="module" src={assets.contactScript} />}
      {path === '/check' && <script type="module" src={assets.checkScript} />}
    </head>
  )
}

/** Renders the HTML of a public page with slots, as the server fills it (contract/src/site.ts). */
function renderPage(path: PublicPath, assets: Assets): string {
  const Content = pages[path].content
  const html = renderToStaticMarkup(
    <html lang="en-AU" data-session={slot('session')}>
      <Head path={path} assets={assets} />
      <body>
        <Frame path={path}>
          <Content />
        </Frame>
      </body>
    </html>,
  )
  const data = structuredData(path)
  const script = data ? `<script type="application/ld+json">${data}</script>` : ''
  return `<!doctype html>${namedInText(html).replace('</head>', `<style>${assets.style}</style>${script}</head>`)}`
}

export const renderPages = (assets: Assets): { path: PublicPath; html: string }[] =>
  publicPages.map(({ path }) => ({ path, html: renderPage(path, assets) }))
