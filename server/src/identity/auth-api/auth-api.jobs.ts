import type { Services } from '../../kernel/services.ts'
import { mailSignInCode, signInCodeJob } from './otp.ts'

/** Mails codes to sign in. */
export function defineAuthApiJobs(services: Services): void {
  services.jobs.define<Parameters<typeof mailSignInCode>[1]>(signInCodeJob, ({ data }) =>
    mailSignInCode(services, data),
  )
}
