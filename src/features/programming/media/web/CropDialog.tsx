import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { clamped, frameOf, MIDDLE, NEAREST, sentSize, fullZoom, type Crop } from './crop.ts'
import { ratioOf } from './shape.ts'
import { Cropper } from './Cropper.tsx'
import type { Place } from './useIntake.tsx'
import type { Picture } from './pictures.ts'
import styles from './CropDialog.module.css'

export type CropDialogProps = {
  picture: Picture
  /** The place that took the picture. */
  of: string
  /** It, and the others of its form. */
  places: Place[]
  /** By the labels of their places. */
  onUse: (crops: Map<string, Crop>) => Promise<void>
  onClose: () => void
}

const shapeOf = ({ needs }: Pick<Place, 'needs'>) => ratioOf(needs).toFixed(2)

/** Which part of a picture is shown, in each shape that the places which show it have. */
export default function CropDialog({ picture, of, places, onUse, onClose }: CropDialogProps) {
  const { bitmap } = picture
  const first = places.find(({ label }) => label === of)!
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set([of]))
  const [crops, setCrops] = useState<Readonly<Record<string, Crop>>>({})
  const [chosen, setChosen] = useState(shapeOf(first))
  const [isBusy, setBusy] = useState(false)
  const uses = places.filter(({ label }) => used.has(label))
  const shapes = [...new Set(uses.map(shapeOf))]
  const shape = shapes.includes(chosen) ? chosen : shapes[0]!
  const matching = uses.filter((place) => shapeOf(place) === shape)
  const ratio = ratioOf((matching[0] ?? first).needs)
  const crop = crops[shape] ?? MIDDLE
  const least = fullZoom(bitmap, ratio)
  const set = (change: (from: Crop) => Crop) => setCrops((all) => ({ ...all, [shape]: change(all[shape] ?? MIDDLE) }))
  const isFullImage = crop.zoom <= least * 1.001
  const frame = frameOf(bitmap, ratio, crop)
  const largest = matching.reduce(
    (one, other) => (one.needs.width > other.needs.width ? one : other),
    matching[0] ?? first,
  )
  const size = sentSize(frame, largest.needs)
  const tooSmall = matching.find(({ recommended }) => recommended && frame.width < recommended.width * 0.99)
  const toggle = ({ label }: { label: string }) => {
    const next = new Set(used)
    if (!next.delete(label)) next.add(label)
    setUsed(next)
  }
  return (
    <FormDialog
      size={620}
      title="Crop picture"
      submit="Use picture"
      disabledReason={uses.length ? undefined : 'Choose where to use it'}
      isSaving={isBusy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void onUse(new Map(uses.map((place) => [place.label, crops[shapeOf(place)] ?? MIDDLE])))
      }}
    >
      {places.length > 1 && (
        <fieldset className={styles.places}>
          <legend>Use for</legend>
          {places.map((place) => (
            <Checkbox
              key={place.label}
              label={place.label}
              checked={used.has(place.label)}
              onChange={() => toggle(place)}
            />
          ))}
        </fieldset>
      )}
      {shapes.length > 1 && (
        <Segmented
          label="Shape"
          isWide
          options={shapes.map((value) => ({
            value,
            label: uses.find((place) => shapeOf(place) === value)!.label,
          }))}
          value={shape}
          onChange={setChosen}
        />
      )}
      <div className={styles.stage}>
        <Cropper picture={picture} ratio={ratio} crop={crop} onChange={set} />
      </div>
      <div className={styles.tools}>
        <input
          type="range"
          className={styles.zoom}
          aria-label="Zoom"
          min={Math.log(least)}
          max={Math.log(NEAREST)}
          step="any"
          value={Math.log(crop.zoom)}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          onChange={(event) => {
            const to = Math.exp(Number(event.currentTarget.value))
            set((from) => clamped(bitmap, ratio, { ...from, zoom: to }))
          }}
        />
        <Button
          variant="default"
          size="xs"
          aria-pressed={isFullImage}
          onClick={() => set(() => ({ ...MIDDLE, zoom: isFullImage ? 1 : least }))}
        >
          Fit image
        </Button>
      </div>
      <p className={styles.text} role="status" data-warn={Boolean(tooSmall) || undefined}>
        {tooSmall
          ? `The picture is only ${Math.round(frame.width)} × ${Math.round(frame.height)} px and will look blurred. Recommended: ${tooSmall.recommended!.width} × ${tooSmall.recommended!.height} px.`
          : `${size.width} × ${size.height} px. Drag to move, scroll or pinch to zoom.`}
      </p>
    </FormDialog>
  )
}
