import { ClientList } from '../clients/client-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /clients */
export function Component() {
  return (
    <>
      <PageHeader
        list
        title="Clients"
        back={{ to: '/documents', label: 'Back to Documents' }}
        lead="Everybody whose documents you handle."
      />
      <ClientList />
    </>
  )
}
