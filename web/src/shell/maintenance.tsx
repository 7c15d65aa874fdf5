import { useDeployment, useServerNow } from '../lib/session.ts'
import { MaintenanceNotice } from '../ui/maintenance-notice.tsx'

type Notice = NonNullable<ReturnType<typeof useDeployment>['maintenance']>

/** The maintenance notice above every page. */
export function Maintenance() {
  const { maintenance } = useDeployment()
  return <div role="status">{maintenance && <WhileItLasts {...maintenance} />}</div>
}

/** Shows the notice from its beginning to its end by the server's clock, even on a page that stays open. */
function WhileItLasts({ message, from, until }: Notice) {
  const now = useServerNow(5_000)
  if (now < Date.parse(from) || now >= Date.parse(until)) return null
  return <MaintenanceNotice label="Maintenance notice" message={message} until={until} />
}
