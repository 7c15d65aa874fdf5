import { Holds } from '../holds/holds.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/holds */
export function Component() {
  return (
    <>
      <PageHeader
        title="Legal holds"
        lead="What may not be removed, whoever asks. Where there are several administrators, two lift a hold together."
      />
      <Holds />
    </>
  )
}
