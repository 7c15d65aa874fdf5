import { MatterList } from '../matters/matter-list.tsx'

/** Page /matters */
export function Component() {
  return <MatterList />
}
