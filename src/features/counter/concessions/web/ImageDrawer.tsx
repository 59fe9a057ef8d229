import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '#features/programming/media/contract.ts'
import { MediaPicker } from '#features/programming/media/web/MediaPicker.tsx'
import { upload } from '#web/api/upload.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showNaira } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { concessions, type ConcessionProduct } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Concessions.module.css'

const NEEDS = { width: 1000, height: 1000, types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES }

type Props = { product: ConcessionProduct; onClose: () => void }

/** The picture of a product (operations 2): one must be uploaded. */
export default function ImageDrawer({ product: { product_id, ...product }, onClose }: Props) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [address, setAddress] = useState(product.image_url ?? '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const toast = useErrorToast()
  const { uploadImage: row } = concessions
  const guard = guardWhen(() => Boolean(file))
  const save = async () => {
    if (isBusy) return
    if (!file) return setProblem(messages.noImage)
    setBusy(true)
    try {
      const { message } = await upload(row, file, { fields: { rosetta_product_id: product_id } })
      for (const feature of [row.feature, ...row.alsoStale]) void client.invalidateQueries({ queryKey: [feature] })
      toast.clear()
      showToast('success', message ?? messages.imageStored)
      onClose()
    } catch (failure) {
      setProblem((failure as Error).message)
      toast.show((failure as Error).message)
      setBusy(false)
    }
  }

  return (
    <SideDrawer opened onClose={onClose} guard={guard} title={`Edit ${product.product_name}`}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <dl className={styles.facts}>
          <dt>Price at {product.cinema_name}</dt>
          <dd>{showNaira(product.display_price)}</dd>
          <dt>Product ID</dt>
          <dd>{product_id}</dd>
          <dt>Category</dt>
          <dd>{product.product_category_name || '–'}</dd>
        </dl>
        <div className={styles.picture}>
          <MediaPicker
            label="Image"
            hint={`Square, up to ${IMAGE_MAX_BYTES / 1024 / 1024} MB. All cinemas show the same image.`}
            needs={NEEDS}
            file={file}
            address={address}
            onChange={(next) => {
              setFile(next)
              setProblem(undefined)
              if (!next && !file) setAddress('')
            }}
            refuse={({ bytes }) => (bytes > IMAGE_MAX_BYTES ? messages.imageTooLarge : undefined)}
            error={problem}
          />
        </div>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void closing(onClose, guard)()}>
            Cancel
          </Button>
          <ActionButton type="submit" permission={row.permission} loading={isBusy}>
            Save
          </ActionButton>
        </div>
      </form>
    </SideDrawer>
  )
}
