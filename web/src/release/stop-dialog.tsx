import { Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

const acts = {
  veto: {
    title: 'Veto this release?',
    text: 'Nothing opens, and those who asked are told. The nomination goes on.',
    button: 'Veto',
    told: 'Release vetoed',
  },
  close: {
    title: 'End this access?',
    text: 'It ends at once, and everything is as before. The nomination goes on.',
    button: 'End access',
    told: 'Access ended',
  },
  rehearsal: {
    title: 'End this rehearsal?',
    text: 'Nothing was open by it. Those who asked are told, and the nomination goes on.',
    button: 'End rehearsal',
    told: 'Rehearsal ended',
  },
  end: {
    title: 'End this nomination?',
    text: 'Nobody can ask by it any more, and access that it gave ends at once.',
    button: 'End nomination',
    told: 'Nomination ended',
  },
} as const
export type Stopping = keyof typeof acts

/** Vetoes or ends a release, or ends its nomination, with a reason. */
export function StopDialog(props: { nominationId: string; act: Stopping; onClose: () => void }) {
  const { nominationId, act, onClose } = props
  const { title, text, button, told } = acts[act]
  return (
    <ReasonDialog
      title={title}
      button={button}
      failure="Failed to stop it"
      done={told}
      act={(reason) => {
        const input = { params: { nominationId }, body: { reason } }
        return act === 'end'
          ? call('POST /api/nominations/:nominationId/end', input)
          : call('POST /api/nominations/:nominationId/stop', input)
      }}
      onClose={onClose}
    >
      <Text>{text}</Text>
    </ReasonDialog>
  )
}
