import {
  detailLabels,
  detailsBesides,
  detailText,
  signingDetails,
} from '@deedbox/contract/document-details.ts'
import type { Document } from '@deedbox/contract/documents.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dateText } from '../lib/format.ts'
import { ClientLink } from '../ui/client-link.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DocumentStatus } from '../ui/document-status.tsx'
import { When } from '../ui/when.tsx'
import { PriorityBadge } from './badges.tsx'
import classes from './detail.module.css'
import { fileKind, kindLabel, typeLabel } from './labels.ts'

/** Details that are shown in the usual way. */
const others = detailsBesides('title', 'kind', 'type', 'clientName', 'expiryDate', ...signingDetails)

/** Says when, where and how a document was signed; '' where nothing is known. */
const signingOf = ({ executedOn, ...document }: Document): string =>
  [
    executedOn && dateText(executedOn, 'UTC'),
    detailText('executedIn', document.executedIn),
    detailText('signedHow', document.signedHow),
  ]
    .filter(Boolean)
    .join(' · ')

/** Facts of a document. */
export function Facts({ document }: { document: Document }) {
  const { signatories = [] } = document
  return (
    <dl className={classes.facts}>
      <Fact name={detailLabels.kind}>
        {document.copy ? kindLabel(document) : detailText('kind', document.kind) || '—'}
        <div className={classes.small}>
          {detailLabels.type}: {typeLabel(document.type)}
        </div>
      </Fact>
      <Fact name="Status">
        <DocumentStatus status={document.status} />
      </Fact>
      <Fact name={detailLabels.clientName}>
        {document.clientName ? (
          <ClientLink name={document.clientName} linked={!document.access && !document.deletedAt} whole />
        ) : (
          '—'
        )}
      </Fact>
      {document.matter !== undefined && (
        <Fact name="Matter">
          {document.matter?.open ? (
            <Anchor component={Link} to={`/matters/${document.matter.id}`} size="sm">
              {document.matter.name}
            </Anchor>
          ) : (
            (document.matter?.name ?? '—')
          )}
        </Fact>
      )}
      {others.map((name) => (
        <Fact key={name} name={detailLabels[name]}>
          {detailText(name, document[name]) || '—'}
        </Fact>
      ))}
      <Fact name="Signing">
        {signingOf(document) || (signatories.length === 0 && '—')}
        <ul className={classes.signatories} aria-label="Signatories">
          {signatories.map(({ name, capacity, witness }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name.
            <li key={at}>
              {name}
              <span className={classes.small}>
                {capacity && ` · ${capacity}`}
                {witness && ` · witness ${witness}`}
              </span>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="Owner">
        {document.ownerName}
        <div className={classes.small}>{document.ownerEmail}</div>
      </Fact>
      <Fact name="Uploaded">
        <When at={document.uploadedAt} />
      </Fact>
      <Fact name="Expires">
        {document.expiryDate ? (
          <span className={classes.dated}>
            <When at={document.expiryDate} />
            {!document.access && <PriorityBadge expiryDate={document.expiryDate} />}
          </span>
        ) : (
          'No expiry'
        )}
      </Fact>
      <Fact name="File">
        {document.fileName}
        <div className={classes.small}>
          {fileKind(document.fileType)} · {fileSize(document.fileSize)}
        </div>
      </Fact>
      <Fact name="SHA-256">
        <code className={classes.hash}>{document.sha256}</code>
        <CopyButton text={document.sha256} variant="subtle" color="gray">
          Copy SHA-256
        </CopyButton>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
