import { useDeployment } from '../lib/session.ts'

/** The title of the tab: the page's and the deployment's name. */
export function PageTitle({ title }: { title: string }) {
  const { deploymentName } = useDeployment()
  return <title>{`${title} · ${deploymentName}`}</title>
}
