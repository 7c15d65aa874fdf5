import { Keys } from '../system/keys.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/keys */
export function Component() {
  return (
    <>
      <PageHeader
        title="Keys"
        lead="Every document has a key of its own, and the master key opens them all. Without it nothing can ever be read again."
      />
      <Keys />
    </>
  )
}
