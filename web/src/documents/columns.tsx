import { type DetailName, detailsBesides } from '@deedbox/contract/document-details.ts'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { AccessBadge, AccessEnds } from '../ui/access-ends.tsx'
import { ClientLink } from '../ui/client-link.tsx'
import { Cut } from '../ui/cut.tsx'
import type { Column } from '../ui/data-table.tsx'
import { DocumentTitle } from '../ui/document-title.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { PriorityBadge } from './badges.tsx'
import classes from './documents.module.css'
import { kindLabel } from './labels.ts'

const dash = <span className={classes.quiet}>—</span>

/** The column of each detail; null: it has none in lists. */
export const detailColumn = {
  title: {
    heading: 'Title',
    kind: 'main',
    sort: 'title',
    cell: ({ title, id, ...row }) => <DocumentTitle title={title} to={`/documents/${id}`} {...row} />,
  },
  kind: {
    heading: 'Kind',
    sort: 'kind',
    width: '8rem',
    minor: true,
    cell: (row) => <Cut text={kindLabel(row)} />,
  },
  type: null,
  clientName: {
    heading: 'Client',
    sort: 'clientName',
    width: '13%',
    brief: true,
    // People who were only given access have no page of the client.
    cell: ({ clientName, access, deletedAt }) =>
      clientName ? <ClientLink name={clientName} linked={!access && !deletedAt} /> : dash,
  },
  reference: {
    heading: 'Reference',
    width: '7rem',
    minor: 'extra',
    cell: ({ reference }) => (reference ? <Cut text={reference} /> : dash),
  },
  expiryDate: {
    heading: 'Expires',
    kind: 'number',
    sort: 'expiryDate',
    width: '12rem',
    cell: ({ expiryDate, access }) =>
      expiryDate ? (
        <span className={classes.dated}>
          {/* The priority is for people who manage the document; others see when their access ends. */}
          {!access && <PriorityBadge expiryDate={expiryDate} />}
          <WhenStacked at={expiryDate} />
        </span>
      ) : (
        <span className={classes.quiet}>No expiry</span>
      ),
  },
  executedOn: null,
  executedIn: null,
  signedHow: null,
} satisfies Record<DetailName, Column<DocumentRow> | null>

/** Returns the columns of the details before the owner: all but the expiry date and those in `besides`. */
export const detailColumns = (...besides: DetailName[]): Column<DocumentRow>[] =>
  detailsBesides('expiryDate', ...besides).flatMap((name) => detailColumn[name] ?? [])

export const ownerColumn: Column<DocumentRow> = {
  heading: 'Owner',
  sort: 'ownerName',
  width: '11%',
  minor: true,
  cell: (row) => <Cut text={row.ownerName} />,
}

export const uploadedColumn: Column<DocumentRow> = {
  heading: 'Uploaded',
  kind: 'number',
  sort: 'uploadedAt',
  width: '7.5rem',
  cell: (row) => <WhenStacked at={row.uploadedAt} />,
}

export const sizeColumn: Column<DocumentRow> = {
  heading: 'Size',
  kind: 'number',
  sort: 'fileSize',
  width: '6rem',
  cell: (row) => fileSize(row.fileSize),
}

/** Column for people who were given access: the time that remains. */
export const remainingColumn: Column<DocumentRow> = {
  heading: 'Your access',
  kind: 'number',
  brief: true,
  width: '11rem',
  cell: ({ access }) => {
    if (!access) return <span className={classes.quiet}>Own document</span>
    if (!access.endsAt) return <span className={classes.quiet}>No end</span>
    return (
      <span className={classes.remaining}>
        <AccessBadge at={access.endsAt} />
        <AccessEnds at={access.endsAt} />
      </span>
    )
  },
}
