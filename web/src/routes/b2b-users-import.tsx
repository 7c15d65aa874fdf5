import { ImportPage } from '../people/import/import-page.tsx'

/** Page /b2b/users/import */
export const Component = () => <ImportPage back={{ to: '/b2b/users', label: 'Back to Team' }} />
