import { addressOf } from '../lib/api.ts'
import { firstPictureAddress, pageIn } from './page-address.ts'

// Script of its own at the addresses of documents: asks for what they show first while the code of the application comes, which then uses the
// answers (`use-opening.ts`).

function preload(href: string): void {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href })
  document.head.append(link)
}

const documentId = location.pathname.split('/').at(-1) ?? ''
const query = new URLSearchParams(location.search)
const page = query.has('attachment') ? null : pageIn(query)
preload(addressOf('GET /api/documents/:documentId', { params: { documentId } }))
if (page) preload(addressOf('GET /api/documents/:documentId/pages', { params: { documentId } }))
if (page === 1) preload(firstPictureAddress(documentId))
