import { Button, Text } from '@mantine/core'

/** Says above a list that it shows only the one that a link in an email named. */
export function OnlyOne({ onShowAll }: { onShowAll: () => void }) {
  return (
    <Text size="sm" mb="xs">
      Only the request that the email is about.{' '}
      <Button size="compact-sm" variant="subtle" onClick={onShowAll}>
        Show all
      </Button>
    </Text>
  )
}
