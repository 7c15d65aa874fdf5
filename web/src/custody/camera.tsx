import { Button, Text } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './custody.module.css'

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector
const detectorOf = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Milliseconds between two looks at the picture, and during which the same code counts once. */
const looks = { every: 250, same: 3_000 }

/** Reads QR codes with the camera, in browsers that can (`BarcodeDetector`); in others there is nothing, and codes are typed. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const [on, setOn] = useState(false)
  const [failed, setFailed] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(onCode)
  report.current = onCode
  useEffect(() => {
    const Detector = detectorOf()
    const element = video.current
    if (!on || !Detector || !element) return
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let last = { code: '', at: 0 }
    const look = async () => {
      const [found] = await detector.detect(element).catch(() => [])
      const now = performance.now()
      if (found && (found.rawValue !== last.code || now - last.at > looks.same))
        report.current(found.rawValue)
      if (found) last = { code: found.rawValue, at: now }
      if (!stopped) timer = setTimeout(look, looks.every)
    }
    const begin = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (stopped) {
          for (const track of stream.getTracks()) track.stop()
          return
        }
        element.srcObject = stream
        await element.play()
        await look()
      } catch {
        setFailed(true)
        setOn(false)
      }
    }
    void begin()
    return () => {
      stopped = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [on])
  if (!detectorOf() || !navigator.mediaDevices) return null
  return (
    <div>
      <Button
        variant="default"
        leftSection={
          on ? <IconCameraOff size={16} aria-hidden="true" /> : <IconCamera size={16} aria-hidden="true" />
        }
        onClick={() => {
          setFailed(false)
          setOn(!on)
        }}
      >
        {on ? 'Stop the camera' : 'Scan with the camera'}
      </Button>
      {failed && <Text size="sm">The camera cannot be used here. Please type the number.</Text>}
      {on && (
        <video ref={video} className={classes.video} muted playsInline aria-label="Picture of the camera" />
      )}
    </div>
  )
}
