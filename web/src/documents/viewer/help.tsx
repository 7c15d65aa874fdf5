import { Kbd } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'
import { keys } from './keys.ts'
import classes from './viewer.module.css'

/** Panel that explains the keys. */
export function Help({ prints, onClose }: { prints: boolean; onClose: () => void }) {
  const shown = keys.filter(({ what }) => prints || what !== 'Print')
  return (
    <Dialog title="Keys of the reader" size="lg" onClose={onClose}>
      <dl className={classes.keys}>
        {shown.map((entry) => (
          <div key={entry.what}>
            <dt>{entry.keys.map(([name]) => name && <Kbd key={name}>{name}</Kbd>)}</dt>
            <dd>{entry.what}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.touch}>On a touch screen: swipe sideways to turn the page, pinch to zoom.</p>
    </Dialog>
  )
}
