import { limits } from '@deedbox/contract/limits.ts'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { messageOf } from '../lib/api.ts'

/** Ids of the toasts on the screen by their text, so that the same one does not pile up. */
const shownAs = new Map<string, string>()

function show(color: string, icon: React.ReactNode, role: string, message: string, title = ''): void {
  const text = `${title}\n${message}`
  const before = shownAs.get(text)
  if (before) notifications.hide(before)
  const id = notifications.show({
    color,
    icon,
    role,
    message,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close this message' },
    onClose: () => shownAs.get(text) === id && shownAs.delete(text),
    ...(title ? { title } : {}),
  })
  shownAs.set(text, id)
}

/** Short messages at the edge of the screen: at most 3, 4 seconds each, which screen readers read aloud. */
export const toast = {
  success: (message: string, title?: string) =>
    show('eucalyptus', <IconCheck size={18} />, 'status', message, title),
  warning: (message: string, title?: string) =>
    show('amber', <IconAlertTriangle size={18} />, 'status', message, title),
  error: (message: string, title?: string) => show('wax', <IconX size={18} />, 'alert', message, title),
  /** Shows a success that can be undone for ten seconds. `undo` returns what it undid, and may throw. */
  undoable: (
    message: string,
    undo: () => Promise<string>,
    failure: string,
    kind: 'success' | 'warning' = 'success',
  ) => {
    const id = crypto.randomUUID()
    const act = async () => {
      notifications.hide(id)
      try {
        toast.success(await undo())
      } catch (error) {
        toast.failure(failure, error)
      }
    }
    notifications.show({
      id,
      ...(kind === 'success'
        ? { color: 'eucalyptus', icon: <IconCheck size={18} /> }
        : { color: 'amber', icon: <IconAlertTriangle size={18} /> }),
      role: 'status',
      autoClose: limits.undoShownMs,
      withBorder: true,
      closeButtonProps: { 'aria-label': 'Close this message' },
      message: (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <span>{message}</span>
          <Button size="compact-sm" variant="default" mih={28} flex="none" onClick={act}>
            Undo
          </Button>
        </Group>
      ),
    })
  },
  /** Shows what failed, and why: `title` is the specification's 'Failed to …'. */
  failure: (title: string, error: unknown) =>
    show('wax', <IconX size={18} />, 'alert', messageOf(error), title),
  /** Removes all toasts, as a new try makes the last failure untrue. */
  clear: () => notifications.clean(),
}
