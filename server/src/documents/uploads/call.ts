import type { continueUpload } from '@deedbox/contract/uploads.ts'
import type { Raw } from '../../kernel/http/handler.ts'

/** A call about uploads, by somebody who may upload. */
export type UploadCall = Raw<typeof continueUpload>

/** A call that holds an upload: see hold.ts. */
export type Holding = { raw: UploadCall; holder: string }
