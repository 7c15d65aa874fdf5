import {
  type DetailName,
  perDetail,
  type SearchedDetail,
  searchedDetails,
} from '@deedbox/contract/document-details.ts'
import { documents } from '../db/tables/documents.ts'

/** The column of each detail. */
export const detailColumns = perDetail((name) => documents[name]) as Pick<typeof documents, DetailName>

/** The details of a document that the search for documents looks at. */
export const searchedOf = (document: Pick<typeof documents.$inferSelect, SearchedDetail>) =>
  Object.fromEntries(searchedDetails.map((name) => [name, document[name]])) as typeof document
