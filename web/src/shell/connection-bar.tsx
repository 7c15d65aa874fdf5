import { IconCloudOff } from '@tabler/icons-react'
import { useConnection } from '../lib/connection.ts'
import classes from './connection-bar.module.css'

const texts = {
  offline: 'You are offline.',
  away: 'Deedbox cannot be reached at the moment.',
}

/** Says below the header that the device is offline or the server away, until it is back. */
export function ConnectionBar() {
  const connection = useConnection()
  return (
    <div role="status" className={classes.place}>
      {connection !== 'here' && (
        <p className={classes.bar}>
          <IconCloudOff size={18} aria-hidden="true" className={classes.icon} />
          <span>
            <strong>{texts[connection]}</strong> This page goes on by itself as soon as it can; what you typed
            stays.
          </span>
        </p>
      )}
    </div>
  )
}
