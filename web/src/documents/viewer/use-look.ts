import { limits } from '@deedbox/contract/limits.ts'
import { useState } from 'react'
import type { Command } from './keys.ts'
import { type Fit, type Look, turned, zoomed } from './view.ts'

/** Keeps how the pages are shown: zoom, fit and rotation. */
export function useLook() {
  const [look, setLook] = useState<Look>({ fit: 'own', zoom: limits.viewer.zoomStart, rotation: 0 })
  const setFit = (fit: Fit) => setLook({ ...look, fit, zoom: limits.viewer.zoomStart })
  const setZoom = (zoom: number) => setLook({ ...look, zoom })
  const command = (name: Command) => {
    if (name === 'larger') setZoom(zoomed(look.zoom, 1))
    if (name === 'smaller') setZoom(zoomed(look.zoom, -1))
    if (name === 'own' || name === 'width' || name === 'page') setFit(name)
    if (name === 'turn') setLook({ ...look, rotation: turned(look.rotation) })
  }
  return { look, setFit, setZoom, command }
}
