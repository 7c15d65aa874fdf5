import type { RouteObject } from 'react-router'
import { ErrorPage } from './shell/error-page.tsx'
import { Layout } from './shell/layout.tsx'
import { NotFound } from './shell/not-found.tsx'
import { RequireUser } from './shell/require-user.tsx'
import { documentsPage } from './shell/titles.ts'
import { PageLoading } from './ui/page-loading.tsx'

/** Every page is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    HydrateFallback: PageLoading,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { path: 'login', lazy: () => import('./routes/login.tsx') },
          { path: 'signup', lazy: () => import('./routes/signup.tsx') },
          { path: 'verify-otp', lazy: () => import('./routes/verify-otp.tsx') },
          { path: 'forgot-password', lazy: () => import('./routes/forgot-password.tsx') },
          { path: 'reset-password', lazy: () => import('./routes/reset-password.tsx') },
          { path: 'report/:token', lazy: () => import('./routes/report.tsx') },
          { path: 'setup/:token', lazy: () => import('./routes/setup.tsx') },
          { path: 'owner-request/:requestId', lazy: () => import('./routes/owner-request.tsx') },
          {
            element: <RequireUser signedOut="denied" />,
            children: [
              { path: 'dashboard', lazy: () => import('./routes/dashboard.tsx') },
              { path: 'profile', lazy: () => import('./routes/profile.tsx') },
            ],
          },
          {
            element: <RequireUser anyOf={['canManageSystem']} />,
            children: [
              { path: 'admin/users', lazy: () => import('./routes/admin-users.tsx') },
              { path: 'admin/users/import', lazy: () => import('./routes/admin-users-import.tsx') },
              { path: 'admin/users/:userId', lazy: () => import('./routes/admin-users-one.tsx') },
              { path: 'admin/organizations', lazy: () => import('./routes/admin-organizations.tsx') },
              {
                path: 'admin/organizations/:organizationId',
                lazy: () => import('./routes/admin-organization.tsx'),
              },
              {
                lazy: () => import('./routes/admin.tsx'),
                children: [
                  { path: 'admin/system', lazy: () => import('./routes/admin-system.tsx') },
                  { path: 'admin/settings', lazy: () => import('./routes/admin-settings.tsx') },
                  { path: 'admin/health', lazy: () => import('./routes/admin-health.tsx') },
                  { path: 'admin/mail', lazy: () => import('./routes/admin-mail.tsx') },
                  { path: 'admin/enquiries', lazy: () => import('./routes/admin-enquiries.tsx') },
                  { path: 'admin/storage', lazy: () => import('./routes/admin-storage.tsx') },
                ],
              },
            ],
          },
          {
            element: <RequireUser anyOf={['canManageUsers']} />,
            children: [
              { path: 'users', lazy: () => import('./routes/users.tsx') },
              { path: 'users/import', lazy: () => import('./routes/users-import.tsx') },
              { path: 'users/:userId', lazy: () => import('./routes/users-one.tsx') },
            ],
          },
          {
            element: <RequireUser anyOf={['canManageOrganization']} />,
            children: [
              { path: 'b2b/users', lazy: () => import('./routes/b2b-users.tsx') },
              { path: 'b2b/users/import', lazy: () => import('./routes/b2b-users-import.tsx') },
              { path: 'b2b/users/:userId', lazy: () => import('./routes/b2b-users-one.tsx') },
              { path: 'b2b/requests', lazy: () => import('./routes/b2b-requests.tsx') },
              { path: 'b2b/settings', lazy: () => import('./routes/b2b-settings.tsx') },
            ],
          },
          {
            element: <RequireUser />,
            children: [
              { path: 'settings', lazy: () => import('./routes/settings.tsx') },
              {
                path: 'documents',
                handle: documentsPage,
                lazy: () => import('./routes/documents.tsx'),
              },
              { path: 'access', lazy: () => import('./routes/access.tsx') },
              { path: 'documents/requestor', lazy: () => import('./routes/requestor-documents.tsx') },
              { path: 'requestor/documents', lazy: () => import('./routes/requestor-documents.tsx') },
              { path: 'trustee/requests', lazy: () => import('./routes/trustee-requests.tsx') },
              { path: 'clients/:name', lazy: () => import('./routes/clients-one.tsx') },
              { path: 'documents/:documentId', lazy: () => import('./routes/documents-one.tsx') },
              { path: 'documents/shared/:documentId', lazy: () => import('./routes/documents-one.tsx') },
            ],
          },
          {
            element: <RequireUser anyOf={['canManageDocuments', 'canUploadDocuments']} />,
            children: [{ path: 'documents/upload', lazy: () => import('./routes/documents-upload.tsx') }],
          },
          {
            element: <RequireUser anyOf={['canManageDocuments']} />,
            children: [
              { path: 'documents/deleted', lazy: () => import('./routes/documents-deleted.tsx') },
              { path: 'clients', lazy: () => import('./routes/clients.tsx') },
            ],
          },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
