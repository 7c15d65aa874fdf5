import type { Document } from '@deedbox/contract/documents.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AccessTable } from '../access/access-table.tsx'
import { MyAccess } from '../access/my-access.tsx'
import { ShareDialog } from '../access/share-dialog.tsx'
import { CopiesOf } from '../copies/copies-of.tsx'
import { OwnCopy } from '../copies/own-copy.tsx'
import { OriginalOf } from '../custody/original-of.tsx'
import { ShownDocument } from '../documents/shown-document.tsx'
import { DueDatesOf } from '../due-dates/due-dates-of.tsx'
import { HoldsOn } from '../holds/holds-on.tsx'
import { holds, keepsMatters, useUser } from '../lib/session.ts'
import { DeathsOfPower } from '../parties/death.tsx'
import { ReleaseOf } from '../release/release-of.tsx'
import { ReleasedOf } from '../release/released-of.tsx'
import { DocumentRequests } from '../requests/document-requests.tsx'
import { OwnGrantActions } from '../requests/own-grant-actions.tsx'
import { ReviewList } from '../reviews/review-list.tsx'

/** A document with what every domain shows of it. */
export default function WholeDocument(props: { document: Document; viewing: boolean; onView: () => void }) {
  const user = useUser()
  const navigate = useNavigate()
  const [sharing, setSharing] = useState<{ document: Document; emails: string[] } | null>(null)
  return (
    <>
      <ShownDocument
        {...props}
        onShare={(document, emails = []) => setSharing({ document, emails })}
        own={({ access, id, title, copy }) => (
          <>
            {copy && <OwnCopy documentId={id} />}
            {access && (
              <MyAccess
                access={access}
                actions={
                  access.id !== null &&
                  holds(user, 'canRequestAccess') && (
                    <OwnGrantActions
                      grant={{ id: access.id, documentId: id, documentTitle: title, endsAt: access.endsAt }}
                      onRemoved={() => navigate('/requestor/documents')}
                    />
                  )
                }
              />
            )}
          </>
        )}
        copies={(document, section) =>
          document.can.seeHistory &&
          !document.deletedAt &&
          !document.lockedSince && <CopiesOf document={document} section={section} />
        }
        access={(document) => (
          <>
            <AccessTable document={document} />
            <ReleasedOf of={{ document: document.id }} />
          </>
        )}
        requests={({ id }) => <DocumentRequests documentId={id} />}
        dueDates={({ id, title, can }) =>
          can.seeHistory && <DueDatesOf of={{ document: { id, title } }} edits={keepsMatters(user)} />
        }
        original={({ id, can }) => can.seeHistory && <OriginalOf documentId={id} />}
        release={({ id, title, ownerId, clientName, deletedAt, can }) =>
          (can.seeAccess || ownerId === user.id) &&
          deletedAt === null && (
            <ReleaseOf
              of={{ document: { id, title, ownerId, clientName } }}
              edits={can.share || ownerId === user.id}
            />
          )
        }
        reviews={({ id, ownerId }) =>
          (holds(user, 'canManageSystem') || ownerId === user.id) && (
            <ReviewList
              query={{ document: id }}
              more="needed"
              empty={<Text c="dimmed">No review of it was due yet.</Text>}
            />
          )
        }
        notices={({ id, kind }) =>
          (kind === 'power_of_attorney' || kind === 'guardianship') &&
          keepsMatters(user) && <DeathsOfPower documentId={id} />
        }
        holds={({ id, title }) =>
          holds(user, 'canManageSystem') && <HoldsOn kind="document" subject={id} name={title} />
        }
      />
      {sharing && (
        <ShareDialog
          documents={[sharing.document]}
          emails={sharing.emails}
          onClose={() => setSharing(null)}
        />
      )}
    </>
  )
}
