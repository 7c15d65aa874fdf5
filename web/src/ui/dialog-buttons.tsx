import type { ReactNode } from 'react'
import classes from './dialog-frame.module.css'

/** The buttons at the end of a dialog, which stay in view however tall it is. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
)
