import { FileButton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { media, UPLOADED } from '#features/media/contract.ts'
import { upload } from '#web/api/upload.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { showAlert } from '#web/shell/alerts.ts'
import { useErrorAlert } from '#web/shell/useErrorAlert.ts'
import { Act } from '#web/ui/Act.tsx'
import { castErrors, type CastMember } from '../rules.ts'

const TYPES = '.png,.gif,.jpeg,.jpg,image/png,image/gif,image/jpeg'

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
      <TextInput label="Image URL" placeholder="https://" {...form.getInputProps('image')} />
      <FileButton accept={TYPES} onChange={(file) => void uploadFile(file)}>
        {(props) => (
          <Act
            {...props}
            variant="default"
            may={media.uploadFileImage.may}
            leftSection={<IconUpload size={15} />}
            loading={progress !== undefined}
          >
            Upload an image
          </Act>
        )}
      </FileButton>
    </FormDialog>
  )
}
