import { limits } from '@deedbox/contract/limits.ts'
import { useState } from 'react'
import type { Command } from './keys.ts'
import { type Fit, type Look, nearestZoom, turned, zoomed } from './view.ts'

/** Keeps how the pages are shown: zoom, fit and rotation. */
export function useLook() {
  const [look, setLook] = useState<Look>({ fit: 'width', zoom: limits.viewer.zoomStart, rotation: 0 })
  /** Zoom of the open page as it is shown, in percent, whatever fits. */
  const [percent, setPercent] = useState<number>(limits.viewer.zoomStart)
  const setFit = (fit: Fit) => setLook({ ...look, fit, zoom: limits.viewer.zoomStart })
  const { zoomMin } = limits.viewer
  /** Zooms to the nearest step; below the least, pages fit the width. */
  const zoomTo = (wanted: number) =>
    setLook({ ...look, ...(wanted < zoomMin ? { fit: 'width' } : { fit: 'own', zoom: nearestZoom(wanted) }) })
  const command = (name: Command) => {
    if (name === 'larger') zoomTo(zoomed(percent, 1))
    if (name === 'smaller') zoomTo(zoomed(percent, -1))
    if (name === 'own' || name === 'width' || name === 'page') setFit(name)
    if (name === 'turn') setLook({ ...look, rotation: turned(look.rotation) })
  }
  return { look, percent, setPercent, setFit, zoomTo, command }
}
