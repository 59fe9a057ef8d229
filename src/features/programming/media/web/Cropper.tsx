import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { frameOf, moveCrop, zoomed, type Crop } from './crop.ts'
import styles from './CropDialog.module.css'
import { draw, type Picture } from './pictures.ts'

/** Of the frame, for one press of an arrow; a quarter of that with Shift. */
const STEP = 0.04
const ZOOM_STEP = 1.1
/** Pixels across in which the picture is shown while it is moved. */
const DISPLAY_SIZE = 1400
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type Props = {
  picture: Picture
  ratio: number
  crop: Crop
  onChange: (change: (from: Crop) => Crop) => void
}

/** The part of a picture that is shown, moved and zoomed by pointer, fingers, wheel and keys. */
export function Cropper({ picture, ratio, crop, onChange }: Props) {
  const { bitmap, isOpaque } = picture
  const zoom = (factor: number, at?: { x: number; y: number }) =>
    onChange((from) => zoomed(bitmap, ratio, from, factor, at))
  const move = (right: number, down: number) => onChange((from) => moveCrop(bitmap, ratio, from, right, down))

  const canvas = useCanvas(picture, ratio, crop)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const inFrame = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = canvas.current!.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const drag = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = inFrame(event)
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    pointers.current.set(event.pointerId, now)
    if (!other) return move(now.x - before.x, now.y - before.y)
    // Two fingers: what lies between them grows and goes with them.
    const apart = (at: { x: number; y: number }) => Math.hypot((at.x - other.x) * ratio, at.y - other.y)
    zoom(apart(now) / (apart(before) || 1), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    move((now.x - before.x) / 2, (now.y - before.y) / 2)
  }
  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    const step = event.shiftKey ? STEP / 4 : STEP
    // The frame goes where the arrow points, as a cursor would.
    if (arrow) move(-arrow[0] * step, -arrow[1] * step)
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
    else if (event.key === '-') zoom(1 / ZOOM_STEP)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    const element = canvas.current!
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 400), inFrame(event))
    }
    // The page behind must not scroll with it.
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  })

  return (
    <canvas
      ref={canvas}
      className={styles.canvas}
      style={{ aspectRatio: ratio, width: `min(100%, calc(46dvh * ${ratio}))` }}
      tabIndex={0}
      data-autofocus
      role="application"
      aria-label="Visible part of the picture. The arrow keys move it, + and − zoom."
      data-clear={!isOpaque || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, inFrame(event))
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={press}
    />
  )
}

/** A canvas that shows what would be sent, drawn from a copy that is no larger than a screen. */
function useCanvas({ bitmap, isOpaque }: Picture, ratio: number, crop: Crop) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [copy, setCopy] = useState(bitmap)
  useEffect(() => {
    const scale = DISPLAY_SIZE / Math.max(bitmap.width, bitmap.height)
    if (scale >= 1) return
    let made: ImageBitmap | undefined
    let isOver = false
    const size = { resizeWidth: Math.ceil(bitmap.width * scale), resizeHeight: Math.ceil(bitmap.height * scale) }
    void createImageBitmap(bitmap, { ...size, resizeQuality: 'medium' }).then(
      (smaller) => {
        if (isOver) smaller.close()
        else setCopy((made = smaller))
        return made
      },
      () => undefined,
    )
    return () => {
      isOver = true
      made?.close()
    }
  }, [bitmap])
  useEffect(() => {
    const element = canvas.current!
    const { width } = element.getBoundingClientRect()
    element.width = Math.max(1, Math.round(width * devicePixelRatio))
    element.height = Math.max(1, Math.round(element.width / ratio))
    draw(element.getContext('2d')!, copy, element, frameOf(copy, ratio, crop), isOpaque)
  }, [copy, ratio, crop, isOpaque])
  return canvas
}
