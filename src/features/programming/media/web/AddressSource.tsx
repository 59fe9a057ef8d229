import { Button, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './MediaPicker.module.css'

type Props = { label: string; isBusy: boolean; onUse: (address: string) => void; onClose: () => void }

/** The web address of a picture, which the server copies. */
export function AddressSource({ label, isBusy, onUse, onClose }: Props) {
  const [address, setAddress] = useState('')
  const use = () => void (address && onUse(address))
  return (
    <div className={styles.address}>
      <TextInput
        size="xs"
        aria-label={`Address of ${label}`}
        placeholder="https://"
        data-autofocus
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            use()
          }
          if (event.key === 'Escape') onClose()
        }}
      />
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        disabled={!address}
        onClick={use}
        aria-label={`Use this address for ${label}`}
      >
        <IconUpload size={14} />
      </Button>
    </div>
  )
}
