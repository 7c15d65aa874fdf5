import { useWindowEvent } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'
import type { Command } from './keys.ts'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Runs the commands of keys, unless a menu or another dialog has the keyboard. */
export function useKeys(
  active: boolean,
  commandOf: (event: KeyboardEvent, where: 'field' | 'list' | 'page') => Command | null,
  run: (command: Command) => void,
): void {
  // State, current as soon as a dialog has closed, as the next key may come before effects have run.
  const isActive = useRef(active)
  useLayoutEffect(() => {
    isActive.current = active
  }, [active])
  useWindowEvent('keydown', (event) => {
    const { target } = event
    if (!isActive.current || event.defaultPrevented) return
    const element = target instanceof Element ? target : null
    // Elements that are gone belonged to a dialog that this very key has closed.
    if (element?.closest('[role=menu]') || element?.isConnected === false) return
    const list = element?.closest('[data-arrows]') ? 'list' : 'page'
    const command = commandOf(event, isField(target) ? 'field' : list)
    if (!command) return
    event.preventDefault()
    run(command)
  })
}
