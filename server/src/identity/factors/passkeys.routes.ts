import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { passkeyOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { addPasskey, newPasskeyOptions } from './passkeys-add.ts'

/** Handles the calls of passkeys. `raw`: options change nothing that is audited, and a sign-in sets a cookie. */
export const passkeyHandlers = (services: Services) =>
  ({
    'POST /api/session/passkey/options': { kind: 'raw', run: (raw) => passkeyOptions(services, raw) },
    'POST /api/session/passkey': {
      kind: 'raw',
      run: (raw, input) => signInWithPasskey(services, raw, input),
    },
    'POST /api/factors/passkeys/options': { kind: 'raw', run: (raw) => newPasskeyOptions(services, raw) },
    'POST /api/factors/passkeys': { kind: 'raw', run: (raw, input) => addPasskey(services, raw, input) },
  }) satisfies Partial<Handlers>
