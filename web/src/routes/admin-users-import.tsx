import { ImportPage } from '../people/import/import-page.tsx'

/** Page /admin/users/import */
export const Component = () => <ImportPage back={{ to: '/admin/users', label: 'Back to Users' }} />
