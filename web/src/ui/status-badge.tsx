import { Badge } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A state in words with its icon; colour alone never tells it. */
export function StatusBadge(props: {
  tone: 'good' | 'warning' | 'bad' | 'quiet'
  icon: Icon
  /** State: it fits below a line in a row of a list. */
  small?: boolean
  children: ReactNode
}) {
  const color = { good: 'eucalyptus', warning: 'amber', bad: 'wax', quiet: 'gray' }[props.tone]
  return (
    <Badge
      variant="light"
      color={color}
      radius="sm"
      tt="none"
      fw={500}
      {...(props.small && { size: 'sm', h: 16, px: 6 })}
      leftSection={<props.icon size={props.small ? 12 : 14} aria-hidden="true" />}
    >
      {props.children}
    </Badge>
  )
}
