import { counted, countText } from '@deedbox/contract/counts.ts'
import { instructionWords } from '@deedbox/contract/leaving-terms.ts'
import { Alert, Anchor, Button, Group, List, Progress, Text } from '@mantine/core'
import { IconAlertCircle, IconHourglass, IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import type { Standing } from './leaving.tsx'

/** Documents that a legal hold keeps from being destroyed. */
export function Held({ count, first }: Standing['held']) {
  return (
    <Alert color="amber" icon={<IconLock />} title={`Legal holds keep ${counted(count, 'document')}`}>
      They stay, whatever is destroyed:
      <List size="sm" mt={4}>
        {first.map(({ id, title }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/documents/${id}`}>
              {title}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {count > first.length && <Text size="sm">And {countText(count - first.length)} more.</Text>}
    </Alert>
  )
}

type Props = {
  id: string
  name: string
  destruction: NonNullable<Standing['destruction']>
  /** Number of documents whose content is there. */
  left: number
}

/** A destruction that waits for the second administrator, goes on, or is done. */
export function Destruction({ id, name, destruction, left }: Props) {
  const { kind, words, givenBy, givenOn, document, asked, confirmed, endedAt, destroyed } = destruction
  return (
    <>
      <Facts>
        <Fact name="Destruction rests on">{instructionWords[kind]}</Fact>
        <Fact name="Given by">{givenBy}</Fact>
        <Fact name="Given">
          <When at={givenOn} />
        </Fact>
        <Fact name="In their words">{words}</Fact>
        {document && (
          <Fact name="Its document">
            <Anchor component={Link} to={`/documents/${document.id}`}>
              {document.title}
            </Anchor>
          </Fact>
        )}
        <Fact name="Asked for">
          {asked.by}, <When at={asked.at} />
        </Fact>
        {confirmed && (
          <Fact name="Confirmed">
            {confirmed.by}, <When at={confirmed.at} />
          </Fact>
        )}
        {endedAt && (
          <Fact name="Done">
            {counted(destroyed, 'document')}, <When at={endedAt} />
          </Fact>
        )}
      </Facts>
      {!confirmed && <Waiting id={id} name={name} destruction={destruction} left={left} />}
      {confirmed && !endedAt && (
        <div>
          <Text size="sm" mb={4} role="status">
            {countText(destroyed)} of {counted(destroyed + left, 'document')} destroyed. It goes on when you
            leave this page, and after a restart.
          </Text>
          <Progress
            value={(100 * destroyed) / Math.max(1, destroyed + left)}
            aria-label="Documents destroyed"
          />
        </div>
      )}
    </>
  )
}

function Waiting({ id, name, destruction: { can, asked }, left }: Props) {
  const [confirming, setConfirming] = useState(false)
  const params = { organizationId: id }
  const refuse = useMutation({
    mutationFn: async () => {
      await call('POST /api/organizations/:organizationId/destruction/refuse', { params })
      toast.success('The documents stay')
      await refreshEverything()
    },
  })
  return (
    <Alert
      color="amber"
      icon={<IconHourglass />}
      title={`${asked.by} asks to destroy ${counted(left, 'document')}`}
    >
      <Text size="sm" mb="sm">
        {can.confirm
          ? 'Read the instruction before you confirm: what is destroyed cannot be brought back.'
          : 'You asked for it, so another administrator must confirm.'}
      </Text>
      {refuse.error && (
        <Text size="sm" mb="sm" c="var(--mantine-color-error)" role="alert">
          <IconAlertCircle size={14} aria-hidden="true" /> {messageOf(refuse.error)}
        </Text>
      )}
      <Group>
        <Button variant="default" loading={refuse.isPending} onClick={() => refuse.mutate()}>
          Let them be
        </Button>
        {can.confirm && (
          <Button color="wax" onClick={() => setConfirming(true)}>
            Confirm the destruction
          </Button>
        )}
      </Group>
      {confirming && (
        <ConfirmDialog
          title={`Destroy the documents of ${name}?`}
          confirm="Destroy for good"
          destructive
          failure="Failed to confirm the destruction"
          onClose={() => setConfirming(false)}
          act={async () => {
            await call('POST /api/organizations/:organizationId/destruction/confirm', { params })
            toast.success('The destruction has begun')
            await refreshEverything()
          }}
        >
          The keys of {counted(left, 'document')} are destroyed, but for those that a legal hold keeps: nobody
          can read them again. The organisation cannot stay any more. Each leaves a signed receipt.
        </ConfirmDialog>
      )}
    </Alert>
  )
}
