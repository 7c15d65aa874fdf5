import { countText } from '@deedbox/contract/counts.ts'
import { Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import classes from './tiles.module.css'

/** A figure with its name; `value` is undefined while it loads, `to` links to what it counts. */
export type Tile = { label: string; value: number | string | undefined; to?: string | undefined }

/** Figures as tiles, which keep their space while loading. */
export function Tiles({ tiles }: { tiles: Tile[] }) {
  return (
    <dl className={classes.counts} aria-busy={tiles.some(({ value }) => value === undefined)}>
      {tiles.map(({ label, value, to }) => (
        <div key={label} className={classes.tile}>
          <dt>
            {to ? (
              <Link to={to} className={classes.link}>
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd>
            {value === undefined ? (
              <Skeleton height={32} width={56} />
            ) : typeof value === 'number' ? (
              countText(value)
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
