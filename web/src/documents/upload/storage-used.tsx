import { storageSize } from '@deedbox/contract/sizes.ts'
import classes from './upload.module.css'
import { useOwnUploads } from './use-own-uploads.ts'

/** The part of their storage that is used, for people whom the limit concerns. */
export function StorageUsed() {
  const storage = useOwnUploads().data?.storage
  if (!storage) return null
  const { used, limit } = storage
  return (
    <p className={classes.hint}>
      {storageSize(used)} of the {storageSize(limit)} that you may keep here is used. Deleted documents and
      unfinished uploads count until they are removed for good.
    </p>
  )
}
