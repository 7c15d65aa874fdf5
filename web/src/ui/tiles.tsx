import { Skeleton } from '@mantine/core'
import classes from './tiles.module.css'

/** Figures as tiles; while they load (`value` undefined) the tiles keep their place. */
export function Tiles({ tiles }: { tiles: { label: string; value: number | undefined }[] }) {
  return (
    <dl className={classes.counts} aria-busy={tiles.some(({ value }) => value === undefined)}>
      {tiles.map(({ label, value }) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton height={32} width={56} /> : value.toLocaleString('en-AU')}</dd>
        </div>
      ))}
    </dl>
  )
}
