/** The mark: a deed box with a seal. It decorates the name, so it is hidden from screen readers. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M6 4h20a2 2 0 0 1 2 2v5H4V6a2 2 0 0 1 2-2Z" fill="var(--deed-mark-box)" />
      <path d="M4 12.5h24V26a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V12.5Z" fill="var(--deed-mark-front)" />
      <path d="M8 7.2h16" stroke="#CDA152" strokeWidth="1.4" strokeLinecap="round" />
      <circle cx="16" cy="17" r="6" fill="#9F2B20" stroke="#FBFAF7" strokeWidth="1.4" />
      <path d="M16 14a1.7 1.7 0 0 1 .9 3.14l.6 2.66h-3l.6-2.66A1.7 1.7 0 0 1 16 14Z" fill="#FBFAF7" />
    </svg>
  )
}
