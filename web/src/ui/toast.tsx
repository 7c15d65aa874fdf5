import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { messageOf } from '../lib/api.ts'

const show = (color: string, icon: React.ReactNode, role: string, message: string, title?: string) =>
  notifications.show({
    color,
    icon,
    role,
    message,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close this message' },
    ...(title ? { title } : {}),
  })

/** Short messages at the edge of the screen: at most 3, 4 seconds each, read aloud by screen readers. */
export const toast = {
  success: (message: string, title?: string) =>
    show('eucalyptus', <IconCheck size={18} />, 'status', message, title),
  warning: (message: string, title?: string) =>
    show('amber', <IconAlertTriangle size={18} />, 'status', message, title),
  error: (message: string, title?: string) => show('wax', <IconX size={18} />, 'alert', message, title),
  /** What failed, and why: `title` is the specification's 'Failed to …'. */
  failure: (title: string, error: unknown) =>
    show('wax', <IconX size={18} />, 'alert', messageOf(error), title),
}
