import { Skeleton } from '@mantine/core'
import { PageHeader } from './page-header.tsx'

/** Holds a page's place while its code or the session is loading; shows the title and lead of a list if they are known already. */
export function PageLoading({ title, lead }: { title?: string; lead?: string }) {
  return (
    <>
      {title && <PageHeader list title={title} lead={lead} />}
      <div role="status" aria-busy="true" aria-label="Loading">
        {!title && <Skeleton height={34} width="min(20rem, 70%)" radius="sm" mb="lg" />}
        <Skeleton height={160} radius="md" />
      </div>
    </>
  )
}
