import { limits } from '@deedbox/contract/limits.ts'
import { offer } from '@deedbox/contract/offer.ts'
import type { SiteValues } from '@deedbox/contract/site.ts'
import { slot } from './slots.tsx'

/** Question of the public pages. `needs`: it is shown where the deployment has this value; those about prices appear beside the prices only. */
export type Question = { question: string; answer: string; needs?: keyof SiteValues }

/** Questions that people ask before they pay. */
const aboutPrices: Question[] = [
  {
    needs: 'trialDays',
    question: 'What happens in the free trial?',
    answer: `You use everything in the plan for ${slot('trialDays')} days. You can stop at any time in those days and take your documents with you.`,
  },
  {
    question: 'What counts as a document?',
    answer:
      'One uploaded file, however many pages it has. A deed and its two variations are three documents. Deleted documents do not count.',
  },
  {
    question: 'Do the people I share with pay?',
    answer:
      'No. A plan counts the documents you keep, not the people. Those who only read what you share with them need an account, but no plan.',
  },
  {
    question: 'What if I reach the number of documents in my plan?',
    answer: `Nothing is lost and nobody loses access. Move from Basic (up to ${slot('basicDocuments')} documents, $${slot('basicDollars')} per month) to Small Business (up to ${slot('smallDocuments')}, $${slot('smallDollars')} per month), or talk to us about Enterprise.`,
  },
  {
    question: 'Can I cancel?',
    answer: `Yes, with ${offer.terminationNoticeDays} days’ notice. After the end you have ${offer.downloadAfterEndDays} days to download your documents.`,
  },
]

/** Questions that do not depend on prices: on /pricing, or on /features where no prices are shown. */
export const general: Question[] = [
  {
    question: 'Can I upload a will?',
    answer:
      'Yes, as a copy to refer to and to share. A court usually wants the original for probate, so keep the signed paper safe.',
  },
  {
    question: 'How large may a file be?',
    answer:
      'Up to 100 MB a file, unless your deployment sets another limit. PDFs, pictures, texts, emails and office files are shown page by page; people with download access can also save the file.',
  },
  {
    question: 'What happens when I revoke access?',
    answer:
      'The next page the person asks for is refused, and a download that is running is cut off within a second. What they have downloaded before cannot be called back, so give view access where that matters.',
  },
  {
    question: 'What if I forget to end access?',
    answer: `It ends by itself. Access without an end date ends after ${limits.autoRevokeDays} days, about 18 months, and guests always have an end date.`,
  },
  {
    question: 'Can you read my documents?',
    answer:
      'Documents are encrypted with AES-256-GCM before they are stored, each with a key of its own. The person who runs the server and holds its master key could decrypt them, as with any service that can show you a page. Every reading through the product is recorded, also by an administrator.',
  },
  {
    question: 'Does it replace my document management system?',
    answer:
      'No. It keeps the few documents that matter for decades and must be shown to others with care. Matters and drafts stay where they are.',
  },
  {
    question: 'Is there an electronic signature?',
    answer:
      'No. Sign and witness documents as the law of your state or territory requires, then upload the signed copy.',
  },
  {
    question: 'Can a firm use it for several offices?',
    answer:
      'Yes. An organisation has its own administrators, who invite and manage their people. A firm can also run a deployment of its own.',
  },
]

/** The questions of /pricing; the same texts are its structured data. */
export const questions: Question[] = [...aboutPrices, ...general]
