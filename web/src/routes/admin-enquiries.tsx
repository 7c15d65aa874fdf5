import { Enquiries } from '../enquiries/enquiries.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/enquiries */
export function Component() {
  return (
    <>
      <PageHeader
        title="Enquiries"
        lead="What people sent with the contact form. They were promised a reply within 24 hours."
      />
      <Enquiries />
    </>
  )
}
