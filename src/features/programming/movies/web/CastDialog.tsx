import { FileButton, TextInput } from '@mantine/core'
import { useForm } from '#web/form/useForm.ts'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES, media, UPLOADED } from '#features/programming/media/contract.ts'
import { isPictureFile, NOT_A_PICTURE, PICTURE_ACCEPT } from '#features/programming/media/rules.ts'
import { PasteButton, useIntake } from '#features/programming/media/web/MediaPicker.tsx'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFileDrop } from '#web/ui/useFileDrop.ts'
import { useFilePaste } from '#web/ui/useFilePaste.ts'
import { castErrors, type CastMember } from '../rules.ts'
import styles from './CastDialog.module.css'

const NEEDS = { width: 400, height: 600, types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES }

type Props = { onAdd: (member: Omit<CastMember, 'order'>) => void; onClose: () => void }

/** Add cast member (core 2, 5). */
export default function CastDialog({ onAdd, onClose }: Props) {
  const form = useForm({
    initialValues: { firstName: '', lastName: '', character: '', image: '' },
    validate: castErrors,
    validateInputOnBlur: true,
  })
  const [progress, setProgress] = useState<number>()
  const toast = useErrorToast()

  const refuse = (reason: string) => form.setFieldError('image', reason)
  const uploadFile = async (file: File) => {
    setProgress(0)
    try {
      const { data } = await upload(media.uploadFileImage, file, { onProgress: setProgress })
      form.setFieldValue('image', data.url)
      form.clearFieldError('image')
      toast.clear()
      showToast('success', UPLOADED)
    } catch (failure) {
      refuse((failure as Error).message)
      toast.show((failure as Error).message)
    } finally {
      setProgress(undefined)
    }
  }

  const isClosed = Boolean(refusal(useMe(), media.uploadFileImage.permission)) || progress !== undefined
  const isEmpty = !form.values.image
  const intake = useIntake({
    label: 'Image',
    needs: NEEDS,
    isFilled: !isEmpty,
    isClosed,
    onReady: (file) => void uploadFile(file),
    onRefuse: refuse,
  })
  const take = (files: readonly (File | null)[]) => {
    const [file] = files
    if (!file) return
    if (files.length > 1) refuse('Choose one file')
    else if (!isPictureFile(file)) refuse(NOT_A_PICTURE)
    else intake.take(file)
  }
  const { isOver, props } = useFileDrop(take, isClosed)
  const ref = useFilePaste<HTMLDivElement>(take, { disabled: isClosed, isEmpty })

  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty() || progress !== undefined)}
      title="Add cast member"
      cancel="Close"
      submit="Submit"
      disabledReason={progress === undefined ? undefined : 'Wait for the image to finish uploading'}
      onSubmit={form.onSubmit(({ firstName, lastName, character, image }) =>
        onAdd({ name: `${firstName.trim()} ${lastName.trim()}`, character: character.trim(), profileImage: image }),
      )}
    >
      <Pair>
        <TextInput label="First name" data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" {...form.getInputProps('lastName')} />
      </Pair>
      <TextInput label="Character" {...form.getInputProps('character')} />
      <div
        ref={ref}
        role="group"
        aria-label="Image"
        className={styles.image}
        data-over={isOver || undefined}
        {...props}
      >
        <TextInput label="Image URL" placeholder="https://" {...form.getInputProps('image')} />
        <FileButton accept={PICTURE_ACCEPT.join(',')} onChange={(file) => take([file])}>
          {(button) => (
            <ActionButton
              {...button}
              variant="default"
              permission={media.uploadFileImage.permission}
              leftSection={<IconUpload size={15} />}
              loading={progress !== undefined}
            >
              Upload, drop or paste an image
            </ActionButton>
          )}
        </FileButton>
        <PasteButton label="image" disabled={isClosed} onFile={(file) => take([file])} onRefuse={refuse} />
        {intake.dialog}
      </div>
    </FormDialog>
  )
}
