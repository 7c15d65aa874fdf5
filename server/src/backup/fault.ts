import { StartFault } from '../platform/errors.ts'

/** Why a backup, a restore or a check cannot go on; the message is for the administrator and says what to do. */
export class BackupFault extends StartFault {}

/** The private key is not one, or not that of the copy: nothing is known about the copy. */
export class WrongKeyFault extends BackupFault {}
