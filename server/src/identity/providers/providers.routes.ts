import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { checkProvider } from './check.ts'
import { addDomain, changeDomain, confirmDomain, removeDomain } from './domains.ts'
import { addProvider, changeProvider, removeProvider } from './edit.ts'
import { linkableProviders, linkIdentity, unlinkIdentity } from './link.ts'
import { listProviders } from './list.ts'
import { readSamlMetadata } from './read-metadata.ts'
import { signInWay } from './way.ts'

/** Handles the calls of sign-in providers. Those that ask a provider are `raw`: nothing waits for others in a transaction. */
export function providerHandlers(services: Services) {
  return {
    'POST /api/sign-in/way': { kind: 'read', run: signInWay },
    'GET /api/providers': { kind: 'snapshot', run: (ctx, input) => listProviders(services, ctx, input) },
    'POST /api/providers': { kind: 'transact', run: (ctx, input) => addProvider(services, ctx, input) },
    'POST /api/providers/saml-metadata': {
      kind: 'raw',
      run: (raw, input) => readSamlMetadata(services, raw, input),
    },
    'PUT /api/providers/:providerId': {
      kind: 'transact',
      run: (ctx, input) => changeProvider(services, ctx, input),
    },
    'DELETE /api/providers/:providerId': { kind: 'transact', run: removeProvider },
    'POST /api/providers/:providerId/check': {
      kind: 'raw',
      run: (raw, input) => checkProvider(services, raw, input),
    },
    'POST /api/providers/:providerId/domains': { kind: 'transact', run: addDomain },
    'PUT /api/providers/:providerId/domains/:domainId': { kind: 'transact', run: changeDomain },
    'DELETE /api/providers/:providerId/domains/:domainId': { kind: 'transact', run: removeDomain },
    'POST /api/providers/:providerId/domains/:domainId/confirm': { kind: 'transact', run: confirmDomain },
    'GET /api/identities/linkable': { kind: 'read', run: (ctx) => linkableProviders(services, ctx) },
    'POST /api/identities': { kind: 'raw', run: (raw, input) => linkIdentity(services, raw, input) },
    'DELETE /api/identities/:identityId': {
      kind: 'transact',
      run: (ctx, input) => unlinkIdentity(services, ctx, input),
    },
  } satisfies Partial<Handlers>
}
