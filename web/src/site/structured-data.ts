import { plans } from '@deedbox/contract/offer.ts'
import type { PublicPath } from '@deedbox/contract/site.ts'
import { questions } from './faq.ts'

const named = '{{json name}}'
const home = '{{json publicUrl}}/'
const organization = { '@type': 'Organization', name: named, url: home, logo: `${home}favicon.svg` }

const software = {
  '@type': 'SoftwareApplication',
  name: named,
  url: home,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any, in a browser',
  offers: plans.flatMap(({ name, dollarsAMonth }) =>
    dollarsAMonth === null
      ? []
      : [{ '@type': 'Offer', name, price: dollarsAMonth.toFixed(2), priceCurrency: 'AUD' }],
  ),
}

const faq = {
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question.replaceAll('Deedbox', named),
    acceptedAnswer: { '@type': 'Answer', text: answer.replaceAll('Deedbox', named) },
  })),
}

const graphs: Partial<Record<PublicPath, object[]>> = {
  '/': [organization, software],
  '/pricing': [faq],
}

/** What search engines read besides the text (schema.org), as JSON whose slots the server fills; null: nothing. */
export function structuredData(path: PublicPath): string | null {
  const graph = graphs[path]
  return graph
    ? JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
    : null
}
