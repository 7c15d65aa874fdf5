import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pageIn } from './page-address.ts'

/** Keeps the viewer's page in the address (`?page=3`), so that a reload reopens it and Back closes the viewer. */
export function useViewing() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const state = useLocation().state as { opened?: boolean } | null
  const keepScroll = { preventScrollReset: true }
  const attachmentParam = params.get('attachment')
  const attachment =
    attachmentParam && /^[1-9]\d{0,2}(\.[1-9]\d{0,2}){0,2}$/.test(attachmentParam) ? attachmentParam : null
  const turn = useCallback(
    (page: number) =>
      setParams(
        { page: String(page), ...(attachment && { attachment }) },
        { replace: true, state, preventScrollReset: true },
      ),
    [setParams, state, attachment],
  )
  return {
    page: pageIn(params),
    attachment,
    attach: (attachment: string | null) =>
      setParams(
        { page: '1', ...(attachment && { attachment }) },
        { replace: true, state, preventScrollReset: true },
      ),
    open: () => setParams({ page: '1' }, { ...keepScroll, state: { opened: true } }),
    turn,
    /** Goes back in the history if the viewer was opened from this page. */
    close: () => (state?.opened ? void navigate(-1) : setParams({}, { ...keepScroll, replace: true })),
  }
}
