import { ImportPage } from '../people/import/import-page.tsx'

/** Page /users/import */
export const Component = () => <ImportPage back={{ to: '/users', label: 'Back to Manage Users' }} />
