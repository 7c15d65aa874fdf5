import { Reviews } from '../reviews/reviews.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /documents/reviews */
export function Component() {
  return (
    <>
      <PageHeader
        title="Reviews"
        back={{ to: '/documents', label: 'Back to Documents' }}
        lead="Documents whose period is over. Keep them, or record what the client instructed, or what was tried to reach them. Nothing is removed by it. Deedbox reminds, it does not advise."
      />
      <Reviews />
    </>
  )
}
