/**
 * The addresses of the application's pages, `:name` standing for one segment. The web client has a route for each and no
 * other (a test compares them), and the server answers 404 to addresses that are neither here nor in {@link publicPages}.
 */
export const appPages = [
  '/login',
  '/signup',
  '/verify-otp',
  '/forgot-password',
  '/reset-password',
  '/report/:token',
  '/setup/:token',
  '/owner-request/:requestId',
  '/dashboard',
  '/profile',
  '/settings',
  '/documents',
  '/documents/upload',
  '/documents/deleted',
  '/documents/reviews',
  '/documents/requestor',
  '/documents/shared/:documentId',
  '/documents/:documentId',
  '/requestor/documents',
  '/trustee/requests',
  '/access',
  '/calendar',
  '/clients',
  '/clients/:name',
  '/matters',
  '/matters/import',
  '/matters/:matterId',
  '/custody',
  '/custody/packets/:packetId',
  '/custody/stock-takes',
  '/custody/stock-takes/:stockTakeId',
  '/releases',
  '/matters/:matterId/owners',
  '/parties/:partyId',
  '/inspect',
  '/inspect/evidence/:token',
  '/inspections',
  '/users',
  '/users/import',
  '/users/:userId',
  '/b2b/users',
  '/b2b/users/import',
  '/b2b/users/:userId',
  '/b2b/requests',
  '/b2b/settings',
  '/admin/users',
  '/admin/users/import',
  '/admin/users/:userId',
  '/admin/organizations',
  '/admin/organizations/:organizationId',
  '/admin/system',
  '/admin/settings',
  '/admin/health',
  '/admin/keys',
  '/admin/audit',
  '/admin/mail',
  '/mails',
  '/admin/announce',
  '/admin/enquiries',
  '/admin/holds',
  '/admin/date-rules',
  '/admin/storage',
] as const

export type AppPage = (typeof appPages)[number]

const patterns = appPages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
}))

/** Returns the application's page at a path, by its router's rules: in any case, with or without a last slash. */
export const appPageAt = (path: string): AppPage | undefined =>
  patterns.find(({ pattern }) => pattern.test(path))?.page

/** Tells whether the application has a page at a path. */
export const isAppPage = (path: string): boolean => appPageAt(path) !== undefined

/** Returns the name of the file that the build may write for a page; some systems allow no colon in it. */
export const fileOfPage = (page: string): string => `pages/${page.slice(1).replaceAll(':', '_')}.html`
