import type { PublicPath } from '@deedbox/contract/site.ts'
import { questions } from './faq.ts'
import { slot } from './slots.tsx'

const named = '{{json name}}'
const home = '{{json publicUrl}}/'
const organization = { '@type': 'Organization', name: named, url: home, logo: `${home}favicon.svg` }

const software = {
  '@type': 'SoftwareApplication',
  name: named,
  url: home,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any, in a browser',
}

/** Prices as a property after those above, where the deployment shows them. */
const offers = [
  { '@type': 'Offer', name: 'Basic', price: slot('basicDollars'), priceCurrency: 'AUD' },
  { '@type': 'Offer', name: 'Small Business', price: slot('smallDollars'), priceCurrency: 'AUD' },
]
const softwareJson = JSON.stringify(software).replace(
  /\}$/,
  `{{#prices}},"offers":${JSON.stringify(offers)}{{/prices}}}`,
)

/** Questions that always appear come last, so that the others can end with a comma. */
const faqJson = `{"@type":"FAQPage","mainEntity":[${[...questions]
  .sort((a, b) => Number(b.needs !== undefined) - Number(a.needs !== undefined))
  .map(({ question, answer, needs }, index, all) => {
    const json = JSON.stringify({
      '@type': 'Question',
      name: question.replaceAll('Deedbox', named),
      acceptedAnswer: { '@type': 'Answer', text: answer.replaceAll('Deedbox', named) },
    })
    const item = index === all.length - 1 ? json : `${json},`
    return needs ? `{{#${needs}}}${item}{{/${needs}}}` : item
  })
  .join('')}]}`

const graphs: Partial<Record<PublicPath, string>> = {
  '/': `${JSON.stringify(organization)},${softwareJson}`,
  '/pricing': faqJson,
}

/** Returns the data that search engines read besides the text (schema.org), as JSON whose slots the server fills, or null. */
export function structuredData(path: PublicPath): string | null {
  const graph = graphs[path]
  return graph ? `{"@context":"https://schema.org","@graph":[${graph}]}`.replaceAll('<', '\\u003c') : null
}
