import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { actOnMany, previewActs } from './bulk.ts'
import { listUserDocuments } from './documents.ts'
import { listHandOver, previewHandOver } from './duties.ts'
import { exportUsers } from './export.ts'
import { handOverDuties } from './hand-over-others.ts'
import { importedMails, importPeople, previewImport } from './import/import.ts'
import { getUser } from './one.ts'
import { confirmTrustee, listUsers, setAccessExpiry } from './people.ts'
import { listUserRequests } from './requests.ts'
import { resetFactors } from './reset-factors.ts'
import { changeRole, deactivateUser, reactivateUser } from './roles.ts'
import { signOutUser } from './sign-out.ts'

/** Handles the calls about other people's accounts. */
export function peopleHandlers(services: Services) {
  return {
    'GET /api/users': { kind: 'read', run: listUsers },
    'GET /api/users/export': { kind: 'raw', run: (raw, { query }) => exportUsers(services, raw, query) },
    'POST /api/users/export': {
      kind: 'raw',
      run: (raw, { body }) => exportUsers(services, raw, body.userIds),
    },
    'POST /api/users/bulk/preview': { kind: 'read', run: previewActs },
    'POST /api/users/bulk': { kind: 'raw', run: (raw, input) => actOnMany(services, raw, input) },
    'POST /api/users/import/preview': { kind: 'raw', run: previewImport },
    'POST /api/users/import': { kind: 'raw', run: (raw, input) => importPeople(services, raw, input) },
    'GET /api/users/import/mails': { kind: 'read', run: importedMails },
    'GET /api/users/:userId': { kind: 'read', run: (ctx, input) => getUser(services, ctx, input) },
    'DELETE /api/users/:userId/sessions': {
      kind: 'transact',
      run: (ctx, input) => signOutUser(services, ctx, input),
    },
    'GET /api/users/:userId/documents': { kind: 'read', run: listUserDocuments },
    'GET /api/users/:userId/requests': { kind: 'read', run: listUserRequests },
    'GET /api/users/:userId/hand-over': { kind: 'read', run: previewHandOver },
    'GET /api/users/:userId/hand-over/rows': { kind: 'read', run: listHandOver },
    'POST /api/users/:userId/hand-over': {
      kind: 'transact',
      run: (ctx, input) => handOverDuties(services, ctx, input),
    },
    'POST /api/users/:userId/confirm': {
      kind: 'transact',
      run: (ctx, input) => confirmTrustee(services, ctx, input),
    },
    'POST /api/users/:userId/role': {
      kind: 'transact',
      run: (ctx, input) => changeRole(services, ctx, input),
    },
    'POST /api/users/:userId/deactivate': {
      kind: 'transact',
      run: (ctx, input) => deactivateUser(services, ctx, input),
    },
    'POST /api/users/:userId/reactivate': { kind: 'transact', run: reactivateUser },
    'POST /api/users/:userId/factors/reset': {
      kind: 'transact',
      run: (ctx, input) => resetFactors(services, ctx, input),
    },
    'POST /api/users/:userId/access-expiry': {
      kind: 'transact',
      run: (ctx, input) => setAccessExpiry(services, ctx, input),
    },
  } satisfies Partial<Handlers>
}
