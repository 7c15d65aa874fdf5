import { limits } from '@deedbox/contract/limits.ts'
import { Notifications } from '@mantine/notifications'

/** The toasts at the edge of the screen. */
export default function ToastList() {
  return (
    <Notifications
      limit={limits.toasts.max}
      autoClose={limits.toasts.showMs}
      position="bottom-right"
      containerWidth={400}
    />
  )
}
