import { createContext, useContext, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { noteUpload } from '#web/form/uploads.ts'
import { HEIC, isHeic } from '../rules.ts'
import type { Crop } from './crop.ts'
import type { CropDialogProps } from './CropDialog.tsx'
import type { Needs, Picture } from './pictures.ts'
import { hasShape, ratioOf, type Size } from './shape.ts'

/** A picture field, as a place that a picture can go to. */
export type Place = {
  label: string
  needs: Needs
  /** What the place is best filled with, where that is known. */
  recommended?: Size | undefined
  isFilled: boolean
  isClosed: boolean
  receive: (picture: Picture, crop?: Crop) => Promise<void>
}

const Places = createContext<Map<string, Place> | undefined>(undefined)

/** Its picture fields offer each other a picture that one of them takes. */
export function PictureGroup({ children }: { children: ReactNode }) {
  const [places] = useState(() => new Map<string, Place>())
  return <Places value={places}>{children}</Places>
}

type Options = Omit<Place, 'receive'> & {
  /** The file that is to be sent; animations, videos and what the browser cannot read come as they are. */
  onReady: (file: File) => unknown
  onRefuse: (reason: string) => void
}

/**
 * What a picture field does with a file before it is sent: read, cropped where its shape is not the place's or other
 * fields of the form could show it too, shrunk to what the place needs.
 * @returns `again` opens the crop of the picture that was taken last; `dialog` is to be rendered
 */
export function useIntake({ onReady, onRefuse, ...own }: Options) {
  const [single] = useState(() => new Map<string, Place>())
  const places = useContext(Places) ?? single
  const [source, setSource] = useState<File>()
  const [cropping, setCropping] = useState<{ picture: Picture; Dialog: ComponentType<CropDialogProps> }>()
  const latest = useRef<File>(undefined)

  const receive = async (picture: Picture, crop?: Crop) => {
    const { prepare } = await import('./pictures.ts')
    await onReady(await prepare(picture, own.needs, crop))
    setSource(picture.file)
  }
  const { label } = own
  useEffect(() => void places.set(label, { ...own, receive }))
  useEffect(() => () => void places.delete(label), [places, label])

  const open = async (file: File, isAgain: boolean) => {
    const [{ readPicture }, { default: Dialog }] = await Promise.all([
      import('./pictures.ts'),
      import('./CropDialog.tsx'),
    ])
    const picture = await readPicture(file)
    if (latest.current !== file) return picture?.bitmap.close()
    if (!picture) return isHeic(file) ? onRefuse(HEIC) : onReady(file)
    const isWanted = [...places.values()].some((one) => one.label !== label && !one.isFilled && !one.isClosed)
    if (isAgain || isWanted || !hasShape(picture.bitmap, ratioOf(own.needs))) return setCropping({ picture, Dialog })
    await receive(picture)
    picture.bitmap.close()
  }
  const take = (file: File, isAgain = false) => {
    latest.current = file
    setSource(undefined)
    // A form that is saved meanwhile would be saved without it.
    const ended = noteUpload(label)
    // Where its code cannot be fetched or the picture is too much for this device, the server sees to it.
    void open(file, isAgain)
      .catch(() => onReady(file))
      .finally(ended)
  }

  const close = () => {
    cropping?.picture.bitmap.close()
    setCropping(undefined)
  }
  const use = async (crops: Map<string, Crop>) => {
    await Promise.all([...crops].map(([to, crop]) => places.get(to)?.receive(cropping!.picture, crop)))
    close()
  }
  return {
    take: (file: File) => take(file),
    forget: () => setSource(undefined),
    again: source && own.isFilled && !own.isClosed ? () => take(source, true) : undefined,
    dialog: cropping && (
      <cropping.Dialog
        picture={cropping.picture}
        of={label}
        places={[...places.values()].filter((one) => one.label === label || !one.isClosed)}
        onUse={use}
        onClose={close}
      />
    ),
  }
}
