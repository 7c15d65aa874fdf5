import { type ComponentType, lazy, Suspense } from 'react'

/**
 * Makes a component whose code is loaded when it is first shown, as dialogs are, which the first load of a page does not need. It shows nothing until
 * then, and the page around it stays.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => React.JSX.Element {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
