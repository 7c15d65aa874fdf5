import { StartFault } from '../../../platform/errors.ts'

/** Reason why a backup, a restore or a check cannot go on; the message is for the administrator and says what to do. */
export class BackupFault extends StartFault {}

/** An object of a copy is missing or damaged; the message names it. */
export class DamagedFault extends BackupFault {}

/** The private key is not one, or not that of the copy: nothing is known about the copy. */
export class WrongKeyFault extends BackupFault {}
