import { FileButton, TextInput } from '@mantine/core'
import { useForm } from '#web/form/useForm.ts'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { media, UPLOADED } from '#features/media/contract.ts'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { showAlert } from '#web/shell/alerts.ts'
import { useErrorAlert } from '#web/shell/useErrorAlert.ts'
import { Act } from '#web/ui/Act.tsx'
import { useFileDrop } from '#web/ui/useFileDrop.ts'
import { castErrors, type CastMember } from '../rules.ts'
import styles from './CastDialog.module.css'

const TYPES = ['image/png', 'image/gif', 'image/jpeg']

type Props = { onAdd: (member: Omit<CastMember, 'order'>) => void; onClose: () => void }

/** Add cast member (core 2, 5). */
export default function CastDialog({ onAdd, onClose }: Props) {
  const form = useForm({
    initialValues: { firstName: '', lastName: '', character: '', image: '' },
    validate: castErrors,
    validateInputOnBlur: true,
  })
  const [progress, setProgress] = useState<number>()
  const alert = useErrorAlert()

  const uploadFile = async (file: File | null) => {
    if (!file) return
    if (!TYPES.includes(file.type)) return form.setFieldError('image', 'Choose one image: png, gif, jpeg or jpg')
    setProgress(0)
    try {
      const { data } = await upload(media.uploadFileImage, file, { onProgress: setProgress })
      form.setFieldValue('image', data.url)
      form.clearFieldError('image')
      alert.clear()
      showAlert('success', UPLOADED)
    } catch (failure) {
      form.setFieldError('image', (failure as Error).message)
      alert.show((failure as Error).message)
    } finally {
      setProgress(undefined)
    }
  }

  const isClosed = Boolean(refusal(useMe(), media.uploadFileImage.may)) || progress !== undefined
  const { isOver, props } = useFileDrop((files) => {
    if (files.length > 1) form.setFieldError('image', 'Choose one file')
    else void uploadFile(files[0]!)
  }, isClosed)

  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty() || progress !== undefined)}
      title="Add cast member"
      cancel="Close"
      submit="Submit"
      disabledReason={progress === undefined ? undefined : 'Wait until the image is uploaded'}
      onSubmit={form.onSubmit(({ firstName, lastName, character, image }) =>
        onAdd({ name: `${firstName.trim()} ${lastName.trim()}`, character: character.trim(), profileImage: image }),
      )}
    >
      <Pair>
        <TextInput label="First name" data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" {...form.getInputProps('lastName')} />
      </Pair>
      <TextInput label="Character" {...form.getInputProps('character')} />
      <div role="group" aria-label="Image" className={styles.image} data-over={isOver || undefined} {...props}>
        <TextInput label="Image URL" placeholder="https://" {...form.getInputProps('image')} />
        <FileButton accept={TYPES.join(',')} onChange={(file) => void uploadFile(file)}>
          {(button) => (
            <Act
              {...button}
              variant="default"
              may={media.uploadFileImage.may}
              leftSection={<IconUpload size={15} />}
              loading={progress !== undefined}
            >
              Upload or drop an image
            </Act>
          )}
        </FileButton>
      </div>
    </FormDialog>
  )
}
