import { Inspections } from '../release/inspections.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /inspections */
export function Component() {
  return (
    <>
      <PageHeader
        title="Requests to inspect a will"
        lead="People outside who ask after a death. They are never told what you keep."
      />
      <Inspections />
    </>
  )
}
