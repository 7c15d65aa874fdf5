import { counted } from '@deedbox/contract/counts.ts'
import { IconFiles, IconFileUpload, IconInbox } from '@tabler/icons-react'
import { ActionCards } from './action-cards.tsx'

/** The three cards at the top of the trustee dashboard. */
export const QuickCards = (props: { documents: number | undefined; pendingRequests: number | undefined }) => (
  <ActionCards
    actions={[
      {
        to: '/documents/upload',
        label: 'Upload New Document',
        text: 'Add deeds, wills and other papers',
        icon: IconFileUpload,
      },
      {
        to: '/documents',
        label: 'My Documents',
        text: props.documents === undefined ? 'Open, search and sort' : counted(props.documents, 'document'),
        icon: IconFiles,
      },
      {
        to: '/trustee/requests',
        label: 'Pending Requests',
        text:
          props.pendingRequests === undefined
            ? 'Review requests'
            : `Review ${counted(props.pendingRequests, 'request')}`,
        icon: IconInbox,
      },
    ]}
  />
)
