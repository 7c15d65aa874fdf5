const day = 86_400_000

/** Writes how long somebody may still do without a second factor: '5 days left'. Days that have begun count. */
export function graceText(leftMs: number): string {
  const days = Math.ceil(leftMs / day)
  if (leftMs <= day) return 'less than a day left'
  return `${days} days left`
}
