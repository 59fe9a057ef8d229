import { Loader } from '@mantine/core'
import { IconCamera, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { showAlert } from '#web/shell/alerts.ts'
import { useErrorAlert } from '#web/shell/useErrorAlert.ts'
import { Tip } from '#web/ui/Tip.tsx'
import { useFileDrop } from '#web/ui/useFileDrop.ts'
import { customers, type CustomerRecord } from '../contract.ts'
import { messages, PICTURE_BYTES } from '../rules.ts'
import styles from './Customers.module.css'
import { nameOf } from './format.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/gif']
/** The spinner stays this long after the picture was sent (operations 4): until it is fetched and shown. */
const SPINNER_MS = 1000

/** The profile picture, which is its own upload button. */
export function Picture({ customer }: { customer: CustomerRecord['userData'] }) {
  const me = useMe()
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isBusy, setBusy] = useState(false)
  const alert = useErrorAlert()
  useEffect(() => () => clearTimeout(timer.current), [])
  const refused = refusal(me, customers.setPicture.may)

  const send = async (file: File | undefined) => {
    if (!file) return
    if (!TYPES.includes(file.type)) return alert.show('Choose a picture: png, jpeg or gif')
    if (file.size > PICTURE_BYTES) return alert.show(`At most ${PICTURE_BYTES / 1024 / 1024} MB`)
    clearTimeout(timer.current)
    setBusy(true)
    try {
      const { message } = await upload(customers.setPicture, file, { params: { id: customer.id } })
      await client.invalidateQueries({ queryKey: [customers.setPicture.feature] })
      alert.clear()
      showAlert('success', message ?? messages.uploaded)
    } catch (error) {
      alert.show((error as Error).message)
    } finally {
      timer.current = setTimeout(() => setBusy(false), SPINNER_MS)
    }
  }
  const { isOver, props } = useFileDrop(
    (files) => {
      if (files.length > 1) showAlert('error', 'Choose one file')
      else void send(files[0])
    },
    Boolean(refused) || isBusy,
  )

  return (
    <div
      className={styles.picture}
      role="group"
      aria-label="Picture"
      aria-busy={isBusy}
      data-over={isOver || undefined}
      {...props}
    >
      <span className={styles.face}>
        {customer.profileImage ? (
          <img key={customer.profileImage} src={customer.profileImage} alt={nameOf(customer)} />
        ) : (
          <IconUser size={44} stroke={1.2} aria-hidden />
        )}
        {isBusy && (
          <span className={styles.spinner} role="status" aria-label="Uploading the picture">
            <Loader size={26} />
          </span>
        )}
      </span>
      <Tip label={refused}>
        <label className={styles.upload} data-disabled={Boolean(refused) || undefined}>
          <input
            type="file"
            accept={TYPES.join(',')}
            aria-label="Upload a picture"
            aria-disabled={Boolean(refused) || isBusy || undefined}
            onClick={(event) => (refused || isBusy) && event.preventDefault()}
            onChange={(event) => {
              void send(event.currentTarget.files?.[0])
              // The same file may be chosen again.
              event.currentTarget.value = ''
            }}
          />
          <IconCamera size={14} /> Upload picture
        </label>
      </Tip>
    </div>
  )
}
