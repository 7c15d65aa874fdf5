import { countText } from '@deedbox/contract/counts.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import { Button, CloseButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './selection-bar.module.css'
import type { Selection } from './use-selection.ts'
import type { WholeList } from './use-whole-list.ts'

/** Action on chosen rows. It is shown if one of them allows it, and applies to those that do; the others are named. */
export type ChosenAction<Row> = {
  label: string
  icon: Icon
  can: (row: Row) => boolean
  act: (rows: Row[], leftOut: Row[]) => void
  busy?: boolean
  destructive?: boolean
}

/** Number of chosen rows, and their actions; an action that leaves some out says how many it is for. */
export function SelectionBar<Row>(props: {
  rows: Row[]
  selection: Selection
  nameOf: (row: Row) => string
  actions: ChosenAction<Row>[]
  /** Offer to choose the rows that are not loaded yet too. */
  whole?: WholeList | null
}) {
  const { rows, selection, nameOf, whole } = props
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's part.
    <div className={classes.bar} role="group" aria-label="Chosen rows">
      <span className={classes.count}>{countText(rows.length)} chosen</span>
      {whole && (
        <Button size="compact-sm" mih={28} variant="subtle" loading={whole.loading} onClick={whole.choose}>
          {whole.text}
        </Button>
      )}
      {props.actions.map(({ label, icon: Sign, can, act, busy, destructive }) => {
        const able = rows.filter(can)
        const others = rows.filter((row) => !can(row))
        if (able.length === 0) return null
        const why = others.length > 0 ? `Not possible for ${shortListText(others.map(nameOf), 5)}` : undefined
        return (
          <Button
            key={label}
            size="compact-sm"
            mih={28}
            variant="default"
            loading={busy ?? false}
            {...(destructive ? { c: 'var(--mantine-color-error)' } : {})}
            {...(why ? { 'data-hint': why, 'aria-description': why } : {})}
            leftSection={<Sign size={16} aria-hidden="true" />}
            onClick={() => act(able, others)}
          >
            {label}
            {others.length > 0 && ` (${countText(able.length)})`}
          </Button>
        )
      })}
      <CloseButton
        className={classes.clear ?? ''}
        aria-label="Clear the selection"
        data-hint="Clear the selection (Escape)"
        size={28}
        onClick={selection.clear}
      />
    </div>
  )
}
