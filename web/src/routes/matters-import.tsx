import { MatterImportPage } from '../matters/import/import-page.tsx'

/** Page /matters/import */
export const Component = () => <MatterImportPage />
