import { Skeleton } from '@mantine/core'

/** Holds a page's place while its code or the session is loading. */
export function PageLoading() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading">
      <Skeleton height={34} width="min(20rem, 70%)" radius="sm" mb="lg" />
      <Skeleton height={160} radius="md" />
    </div>
  )
}
