import { Button } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import { showLeft } from './idle.ts'
import styles from './IdleDialog.module.css'

type Props = {
  opened: boolean
  /** Milliseconds until the sign-out; 0 once a movement has prevented it. */
  left: number
  onStay: () => void
  onSignOut: () => void
}

/** Warning in the last minute before the idle sign-out. */
export const IdleDialog = ({ opened, left, onStay, onSignOut }: Props) => (
  <Dialog
    opened={opened}
    onClose={onStay}
    title="Are you still there?"
    size="sm"
    footer={
      <>
        <Button variant="default" onClick={onSignOut}>
          Log out now
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay signed in
        </Button>
      </>
    }
  >
    <p className={styles.text}>
      {left > 0 ? (
        <>
          You will be signed out in <b className={styles.left}>{showLeft(left)}</b> due to inactivity. Your unsaved work
          stays here.
        </>
      ) : (
        'Good to see you. You stay signed in.'
      )}
    </p>
  </Dialog>
)
