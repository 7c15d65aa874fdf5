import type { PublicPath } from '@deedbox/contract/site.ts'
import type { ComponentType } from 'react'
import { About } from './pages/about.tsx'
import { Check } from './pages/check.tsx'
import { Compliance } from './pages/compliance.tsx'
import { Contact } from './pages/contact.tsx'
import { Features } from './pages/features.tsx'
import { Guide } from './pages/guide.tsx'
import { Landing } from './pages/landing.tsx'
import { Pricing } from './pages/pricing.tsx'
import { Privacy } from './pages/privacy.tsx'
import { Security } from './pages/security.tsx'
import { Terms } from './pages/terms.tsx'
import { slot } from './slots.tsx'

type Page = { title: string; description: string; content: ComponentType }

/** Titles and descriptions of the public pages, in the browser's tab, in search results and when they are shared. */
export const pages: Record<PublicPath, Page> = {
  '/': {
    title: 'Deedbox · Trust deeds and wills, kept and shared',
    description:
      'Keep trust deeds, wills and legal documents encrypted, share each one for a limited time, and prove later who read what. For Australian practices.',
    content: Landing,
  },
  '/features': {
    title: 'Features · Deedbox',
    description:
      'An encrypted register of deeds and wills, access that ends on the day you choose, requests, reminders, watermarks and an append-only audit trail.',
    content: Features,
  },
  '/pricing': {
    title: 'Pricing · Deedbox',
    description: `Basic $${slot('basicDollars')} per month for ${slot('basicDocuments')} documents, Small Business $${slot('smallDollars')} for ${slot('smallDocuments')}, Enterprise unlimited. Questions and answers.`,
    content: Pricing,
  },
  '/security': {
    title: 'Security · Deedbox',
    description:
      'AES-256-GCM with a key for each document, access that ends the very second, drawn pages with watermarks, an audit trail, and what is left to you.',
    content: Security,
  },
  '/about': {
    title: 'About · Deedbox',
    description:
      'Why a deed box with a better memory exists, whom it is for and how it is made. For Australian trust administrators, solicitors and families.',
    content: About,
  },
  '/contact': {
    title: 'Contact · Deedbox',
    description:
      'Write to us about your account or your documents: by the form, by email or by phone. You get a reply within 24 hours.',
    content: Contact,
  },
  '/privacy': {
    title: 'Privacy policy · Deedbox',
    description:
      'What personal information we collect, what we use it for, who sees it, how long we keep it, and how to see, correct or complain about it.',
    content: Privacy,
  },
  '/terms': {
    title: 'Terms of service · Deedbox',
    description:
      'What you can expect of us and what we expect of you: originals, prices, 30 days of notice, 90 days to download, records for 7 years.',
    content: Terms,
  },
  '/guide': {
    title: 'Guide · Deedbox',
    description:
      'How the jobs of a day are done: upload a deed, share it until a day, decide requests, end access, read and print. For each role, with pictures.',
    content: Guide,
  },
  '/check': {
    title: 'Check a copy · Deedbox',
    description:
      'Type the code of a verified or certified copy to see whether it is genuine, superseded, withdrawn or old. Nothing of its content is shown.',
    content: Check,
  },
  '/compliance': {
    title: 'Compliance · Deedbox',
    description:
      'The thirteen Australian Privacy Principles, the Notifiable Data Breaches scheme, original wills and electronic transactions, and what Deedbox does.',
    content: Compliance,
  },
}
