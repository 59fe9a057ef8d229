import { Button, FileButton, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { media, UPLOADED } from '#features/media/contract.ts'
import { upload } from '#web/api/upload.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { showAlert } from '#web/shell/alerts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import { castErrors, type CastMember } from '../rules.ts'
import styles from './MovieForm.module.css'

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

  const uploadFile = async (file: File | null) => {
    if (!file) return
    setProgress(0)
    try {
      const { data } = await upload(media.uploadFileImage, file, { onProgress: setProgress })
      form.setFieldValue('image', data.url)
      form.clearFieldError('image')
      showAlert('success', UPLOADED)
    } catch (failure) {
      form.setFieldError('image', (failure as Error).message)
      showAlert('error', (failure as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  const guard = guardWhen(() => form.isDirty())

  return (
    <Dialog opened onClose={onClose} guard={guard} title="Add cast member">
      <form
        noValidate
        onSubmit={(event) => {
          // The dialog stands inside the movie's form in React's tree: its submit must not reach that one.
          event.stopPropagation()
          form.onSubmit(({ firstName, lastName, character, image }) =>
            onAdd({ name: `${firstName.trim()} ${lastName.trim()}`, character: character.trim(), profileImage: image }),
          )(event)
        }}
      >
        <div className={styles.fields}>
          <div className={styles.pair}>
            <TextInput label="First name" data-autofocus {...form.getInputProps('firstName')} />
            <TextInput label="Last name" {...form.getInputProps('lastName')} />
          </div>
          <TextInput label="Character" {...form.getInputProps('character')} />
          <TextInput label="Image URL" placeholder="https://" {...form.getInputProps('image')} />
          <FileButton accept={TYPES} onChange={(file) => void uploadFile(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={15} />}
                loading={progress !== undefined}
              >
                Upload an image
              </Button>
            )}
          </FileButton>
        </div>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => void closing(onClose, guard)()}>
            Close
          </Button>
          <Button type="submit">Submit</Button>
        </Group>
      </form>
    </Dialog>
  )
}
