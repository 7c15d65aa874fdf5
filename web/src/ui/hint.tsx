import { Tooltip } from '@mantine/core'

/** The tooltip of `Hints`, loaded when the first one is shown. */
export default function Hint(props: { target: HTMLElement; label: string | undefined }) {
  return <Tooltip {...props} opened position="top-start" />
}
