import { Announcements } from '../announcements/announcements.tsx'
import { AnnouncementForm } from '../announcements/form.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/announce */
export function Component() {
  return (
    <>
      <PageHeader title="Announcements" lead="Write to everybody, or to those concerned, by email." />
      <AnnouncementForm />
      <Announcements />
    </>
  )
}
