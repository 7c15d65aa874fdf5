import { Calendar } from '../due-dates/calendar.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /calendar */
export function Component() {
  return (
    <>
      <PageHeader
        title="Calendar"
        lead="What falls due of your matters and documents. Deedbox reminds, it does not advise."
      />
      <Calendar />
    </>
  )
}
