import { System } from '../system/system.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/system */
export function Component() {
  return (
    <>
      <PageHeader title="System" lead="What runs here and how much it holds. The figures renew themselves." />
      <System />
    </>
  )
}
