import { DateRules } from '../date-rules/date-rules.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/date-rules */
export function Component() {
  return (
    <>
      <PageHeader
        title="Rules for dates"
        lead="What Deedbox proposes to write down as falling due. A rule proposes, a person confirms. Deedbox reminds, it does not advise."
      />
      <DateRules />
    </>
  )
}
