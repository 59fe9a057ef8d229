import { Button } from '@mantine/core'
import { inOrder } from '#contract/isolate.ts'
import type { PendingQuestion } from './confirm.ts'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

/** Dialog of `confirm`. */
export const ConfirmDialog = ({ opened, question }: { opened: boolean; question: PendingQuestion }) => (
  <Dialog
    opened={opened}
    onClose={() => question.answer(false)}
    title={question.title}
    footer={
      <>
        <Button variant="default" data-autofocus onClick={() => question.answer(false)}>
          {question.cancel ?? 'Cancel'}
        </Button>
        <Button {...(question.danger && { color: 'red' })} onClick={() => question.answer(true)}>
          {question.action}
        </Button>
      </>
    }
  >
    {question.text && <p className={styles.text}>{inOrder(question.text)}</p>}
  </Dialog>
)
