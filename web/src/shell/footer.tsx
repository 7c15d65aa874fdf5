import { screen } from '@deedbox/contract/messages.ts'
import { footerLinks, isShown, pagesShown } from '@deedbox/contract/site.ts'
import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { usePreferences } from '../lib/preferences.ts'
import { useDeployment } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'
import classes from './footer.module.css'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Same as system', icon: IconDeviceDesktop },
] as const

export function Footer() {
  const deployment = useDeployment()
  const { deploymentName, supportEmail } = deployment
  const links = footerLinks.filter((page) => isShown(page, pagesShown(deployment)))
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { change } = usePreferences({ onFailed: (error) => toast.failure(screen.preferencesFailed, error) })
  return (
    <footer className={classes.footer}>
      <nav aria-label="Footer" className={classes.links}>
        {links.map(({ path, label }) => (
          <a key={path} href={path} className={classes.page}>
            {label}
          </a>
        ))}
      </nav>
      <div className={classes.line}>
        <span>
          {deploymentName}
          {supportEmail && ' · Help: '}
          {supportEmail && (
            <a href={`mailto:${supportEmail}`} className={classes.link}>
              {supportEmail}
            </a>
          )}
        </span>
        <fieldset className={classes.schemes}>
          <legend className={classes.legend}>Colours</legend>
          {schemes.map(({ value, label, icon: SchemeIcon }) => (
            <ActionIcon
              key={value}
              variant={colorScheme === value ? 'light' : 'subtle'}
              color="gray"
              aria-label={label}
              title={label}
              aria-pressed={colorScheme === value}
              onClick={() => {
                setColorScheme(value)
                change({ theme: value })
              }}
            >
              <SchemeIcon size={16} aria-hidden="true" />
            </ActionIcon>
          ))}
        </fieldset>
      </div>
    </footer>
  )
}
