import { ImportPage } from '../people/import/import-page.tsx'

/** /users/import */
export const Component = () => <ImportPage back={{ to: '/users', label: 'Back to Manage Users' }} />
