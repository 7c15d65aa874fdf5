import { Releases } from '../release/releases.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /releases, to which emails about nominations lead: opening it changes nothing. */
export function Component() {
  return (
    <>
      <PageHeader
        title="Releases"
        lead="Access for named people when somebody dies or cannot act, after a waiting period in which the owner can veto it."
      />
      <Releases />
    </>
  )
}
