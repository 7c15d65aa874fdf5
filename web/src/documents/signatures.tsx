import { signatureNotes, signatureVerdicts } from '@deedbox/contract/signature-terms.ts'
import type { Signature } from '@deedbox/contract/signatures.ts'
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { dateTimeText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import classes from './detail.module.css'
import { documentsKey } from './queries.ts'

/** Digital signatures in a PDF and what each says of its bytes; nothing at all where there are none. `waits`: they are not asked for yet. */
export function Signatures(props: {
  documentId: string
  waits: boolean
  section: (list: ReactNode) => ReactNode
}) {
  const { documentId, waits } = props
  const { data } = useQuery({
    queryKey: [...documentsKey, 'signatures', documentId],
    queryFn: ({ signal }) =>
      call('GET /api/documents/:documentId/signatures', { params: { documentId }, signal }),
    enabled: !waits,
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { signatures = [] } = data ?? {}
  if (signatures.length === 0) return null
  const covered = signatures.findLastIndex(({ verdict, after }) => verdict === 'intact' && after === 0)
  return props.section(
    <>
      <ul className={classes.links}>
        {signatures.map((signature, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored file never changes.
          <li key={at}>
            <One signature={signature} later={covered > at} />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm">
        Deedbox does not check who issued a certificate: the names are what the certificates say.
      </Text>
    </>,
  )
}

const icons = { intact: IconCircleCheck, unchecked: IconHelp } as const
const colours = { intact: 'var(--mantine-color-eucalyptus-text)', unchecked: 'dimmed' } as const

function One({ signature, later }: { signature: Signature; later: boolean }) {
  const { verdict, signer, organisation, issuer, at, timeStamp, reason } = signature
  const { timeZone } = useDeployment()
  const known = verdict === 'intact' || verdict === 'unchecked'
  const Icon = known ? icons[verdict] : IconAlertTriangle
  const facts = [
    organisation,
    at &&
      `${timeStamp ? 'time-stamped' : 'signed'} ${dateTimeText(at, timeZone)}${timeStamp ? '' : ' by the signer’s own clock'}`,
    issuer && `certificate issued by ${issuer}`,
    reason && `reason: ${reason}`,
  ]
  return (
    <div>
      <strong>{signer || 'Signer not named'}</strong>
      <div className={classes.small}>{facts.filter(Boolean).join(' · ')}</div>
      <Text size="sm" c={known ? colours[verdict] : 'var(--mantine-color-error)'}>
        <Icon size={16} aria-hidden="true" style={{ verticalAlign: '-3px' }} /> {signatureVerdicts[verdict]}.
      </Text>
      {signatureNotes(signature, later).map((note) => (
        <div key={note} className={classes.small}>
          {note}
        </div>
      ))}
    </div>
  )
}
