import type { AppPage } from '@deedbox/contract/app-pages.ts'
import type { LazyRouteFunction, RouteObject } from 'react-router'
import { ErrorPage } from './shell/error-page.tsx'
import { Layout } from './shell/layout.tsx'
import { NotFound } from './shell/not-found.tsx'
import { RequireUser } from './shell/require-user.tsx'
import { PageLoading } from './ui/page-loading.tsx'
import { pageTitles, type Titled } from './ui/page-titles.ts'

/** Makes the route of a page in the table that the server shares. */
const page = (path: AppPage, lazy: LazyRouteFunction<RouteObject>, handle?: Titled): RouteObject => ({
  path,
  lazy,
  ...(handle && { handle }),
})

/** Routes, each of which is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    HydrateFallback: PageLoading,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          page('/login', () => import('./routes/login.tsx')),
          page('/signup', () => import('./routes/signup.tsx')),
          page('/verify-otp', () => import('./routes/verify-otp.tsx')),
          page('/forgot-password', () => import('./routes/forgot-password.tsx')),
          page('/reset-password', () => import('./routes/reset-password.tsx')),
          page('/report/:token', () => import('./routes/report.tsx')),
          page('/setup/:token', () => import('./routes/setup.tsx')),
          page('/inspect', () => import('./routes/inspect.tsx')),
          page('/inspect/evidence/:token', () => import('./routes/inspect-evidence.tsx')),
          page('/owner-request/:requestId', () => import('./routes/owner-request.tsx')),
          {
            element: <RequireUser signedOut="denied" />,
            children: [
              page('/dashboard', () => import('./routes/dashboard.tsx')),
              page('/profile', () => import('./routes/profile.tsx')),
            ],
          },
          {
            element: <RequireUser anyOf={['canManageSystem']} />,
            children: [
              page('/admin/users', () => import('./routes/admin-users.tsx')),
              page('/admin/users/import', () => import('./routes/admin-users-import.tsx')),
              page('/admin/users/:userId', () => import('./routes/admin-users-one.tsx')),
              page('/admin/organizations', () => import('./routes/admin-organizations.tsx')),
              page('/admin/organizations/:organizationId', () => import('./routes/admin-organization.tsx')),
              {
                lazy: () => import('./routes/admin.tsx'),
                children: [
                  page('/admin/system', () => import('./routes/admin-system.tsx')),
                  page('/admin/settings', () => import('./routes/admin-settings.tsx')),
                  page('/admin/health', () => import('./routes/admin-health.tsx')),
                  page('/admin/keys', () => import('./routes/admin-keys.tsx')),
                  page('/admin/mail', () => import('./routes/admin-mail.tsx')),
                  page('/admin/announce', () => import('./routes/admin-announce.tsx')),
                  page('/admin/enquiries', () => import('./routes/admin-enquiries.tsx')),
                  page('/admin/date-rules', () => import('./routes/admin-date-rules.tsx')),
                  page('/admin/holds', () => import('./routes/admin-holds.tsx')),
                  page('/admin/storage', () => import('./routes/admin-storage.tsx')),
                ],
              },
            ],
          },
          {
            element: <RequireUser anyOf={['canManageUsers']} />,
            children: [
              page('/users', () => import('./routes/users.tsx')),
              page('/users/import', () => import('./routes/users-import.tsx')),
              page('/users/:userId', () => import('./routes/users-one.tsx')),
            ],
          },
          {
            element: <RequireUser anyOf={['canManageOrganization']} />,
            children: [
              page('/b2b/users', () => import('./routes/b2b-users.tsx')),
              page('/b2b/users/import', () => import('./routes/b2b-users-import.tsx')),
              page('/b2b/users/:userId', () => import('./routes/b2b-users-one.tsx')),
              page('/b2b/requests', () => import('./routes/b2b-requests.tsx')),
              page('/b2b/settings', () => import('./routes/b2b-settings.tsx')),
            ],
          },
          {
            element: <RequireUser />,
            children: [
              page('/settings', () => import('./routes/settings.tsx')),
              page('/admin/audit', () => import('./routes/admin-audit.tsx')),
              page('/documents', () => import('./routes/documents.tsx'), pageTitles.documents),
              page('/access', () => import('./routes/access.tsx')),
              page('/mails', () => import('./routes/mails.tsx')),
              page('/releases', () => import('./routes/releases.tsx')),
              page('/documents/requestor', () => import('./routes/requestor-documents.tsx')),
              page('/requestor/documents', () => import('./routes/requestor-documents.tsx')),
              page('/trustee/requests', () => import('./routes/trustee-requests.tsx')),
              page('/clients/:name', () => import('./routes/clients-one.tsx')),
              page('/documents/:documentId', () => import('./routes/documents-one.tsx')),
              page('/documents/shared/:documentId', () => import('./routes/documents-one.tsx')),
            ],
          },
          {
            element: <RequireUser anyOf={['canManageDocuments', 'canUploadDocuments']} />,
            children: [page('/documents/upload', () => import('./routes/documents-upload.tsx'))],
          },
          {
            element: (
              <RequireUser anyOf={['canManageDocuments', 'canManageOrganization', 'canViewOwnDocuments']} />
            ),
            children: [page('/calendar', () => import('./routes/calendar.tsx'), pageTitles.calendar)],
          },
          {
            element: <RequireUser anyOf={['canManageDocuments', 'canViewOwnDocuments']} />,
            children: [page('/documents/reviews', () => import('./routes/documents-reviews.tsx'))],
          },
          {
            element: <RequireUser anyOf={['canManageDocuments']} />,
            children: [
              page('/matters/import', () => import('./routes/matters-import.tsx')),
              page('/documents/deleted', () => import('./routes/documents-deleted.tsx')),
              page('/clients', () => import('./routes/clients.tsx')),
              page('/custody/stock-takes', () => import('./routes/stock-takes.tsx')),
              page('/custody/stock-takes/:stockTakeId', () => import('./routes/stock-take.tsx')),
              page('/parties/:partyId', () => import('./routes/party.tsx')),
              page('/inspections', () => import('./routes/inspections.tsx')),
            ],
          },
          {
            element: <RequireUser anyOf={['canManageDocuments', 'canManageOrganization']} />,
            children: [
              page('/matters', () => import('./routes/matters.tsx'), pageTitles.matters),
              page('/matters/:matterId', () => import('./routes/matter.tsx')),
              page('/custody', () => import('./routes/custody.tsx'), pageTitles.custody),
              page('/custody/packets/:packetId', () => import('./routes/custody-packet.tsx')),
              page('/matters/:matterId/owners', () => import('./routes/matter-owners.tsx')),
            ],
          },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
