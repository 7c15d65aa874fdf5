import type { Document } from '@deedbox/contract/documents.ts'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageHeader } from '../ui/page-header.tsx'
import classes from './detail.module.css'
import { DocumentActions } from './document-actions.tsx'
import { DocumentDetails } from './document-details.tsx'
import { Section } from './document-section.tsx'
import { DocumentWarnings } from './document-warnings.tsx'
import { History } from './history.tsx'
import { backToDocuments } from './labels.ts'
import { Links } from './links.tsx'
import { NoPreview, Preview } from './preview.tsx'
import { SecurityNotes } from './security-notes.tsx'
import { Signatures } from './signatures.tsx'
import { Versions } from './versions.tsx'

type Part = (document: Document) => ReactNode

/** Parts of the page that other domains make; null where the person does not see one. `own` appears above the details. */
type DocumentParts = {
  /** `emails`: people who are filled in. */
  onShare: (document: Document, emails?: string[]) => void
  own: Part
  access: Part
  requests: Part
  dueDates: Part
  original: Part
  release: Part
  holds: Part
  /** Text at its head. */
  notices: Part
  reviews: Part
  copies: (document: Document, section: (content: ReactNode) => ReactNode) => ReactNode
}

/** A document with all that the person sees of it. */
export function ShownDocument(
  props: DocumentParts & { document: Document; viewing: boolean; onView: () => void },
) {
  const { document, onView } = props
  const { can } = document
  const part = (title: string, content: ReactNode) => content && <Section title={title}>{content}</Section>
  return (
    <>
      <PageHeader
        title={document.title}
        back={backToDocuments}
        actions={<DocumentActions document={document} onView={onView} onShare={props.onShare} />}
      />
      <DocumentWarnings document={document} />
      {props.notices(document)}
      {props.own(document)}
      <div className={classes.top}>
        {can.preview && document.locked ? (
          <NoPreview title="This PDF has a password">
            Press View and type it there. Its words cannot be searched.
          </NoPreview>
        ) : can.preview ? (
          <Preview documentId={document.id} title={document.title} onOpen={onView} />
        ) : (
          <NoPreview>
            {can.download ? 'Files of this kind cannot be shown here. You can download the file.' : undefined}
          </NoPreview>
        )}
        <DocumentDetails document={document} />
      </div>
      {can.preview && document.fileType === 'application/pdf' && !document.locked && (
        <Signatures
          documentId={document.id}
          // Both take the server's renderer, and whoever opens the reader waits for its first page.
          waits={props.viewing}
          section={(list) => <Section title="Digital signatures">{list}</Section>}
        />
      )}
      {(can.correct || (document.versions?.length ?? 0) > 0) && (
        <Section title="Versions">
          <Versions document={document} onShare={(emails) => props.onShare(document, emails)} />
        </Section>
      )}
      {(can.correct || (document.links?.length ?? 0) > 0) && (
        <Section title="Related documents">
          <Links document={document} />
        </Section>
      )}
      {props.copies(document, (content) => (
        <Section title="Copies that can be checked">{content}</Section>
      ))}
      {can.seeAccess && <Section title="Access">{props.access(document)}</Section>}
      {can.seeAccess && <Section title="Access requests">{props.requests(document)}</Section>}
      {part('Paper original', props.original(document))}
      {part('What falls due', props.dueDates(document))}
      {part('If the owner dies or cannot act', props.release(document))}
      {part('Reviews', props.reviews(document))}
      {part('Legal holds', props.holds(document))}
      {can.seeHistory && (
        <Section title="History">
          <History documentId={document.id} />
          <Anchor component={Link} to={`/admin/audit?document=${document.id}`} size="sm">
            In the audit trail
          </Anchor>
        </Section>
      )}
      <Section title="Security">
        <SecurityNotes />
      </Section>
    </>
  )
}
