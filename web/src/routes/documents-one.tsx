import { lazy } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { DocumentPage } from '../documents/document-page.tsx'

const loadWhole = () => import('./document-whole.tsx')
const WholeDocument = lazy(loadWhole)

/** Waits for the code of the whole document as for that of the route, unless the reader opens first and covers it. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  if (!new URL(request.url).searchParams.has('page')) await loadWhole()
  return null
}

/** Page /documents/{documentId} and /documents/shared/{documentId}, which the email links to */
export function Component() {
  const { documentId = '' } = useParams()
  return <DocumentPage key={documentId} documentId={documentId} Whole={WholeDocument} />
}
