import { Menu } from '@mantine/core'
import { showToast } from '#web/shell/toasts.ts'
import { OpenedAt } from '#web/ui/OpenedAt.tsx'
import type { Opened } from '#web/ui/useOpener.ts'
import type { View } from '../contract.ts'
import { addressOf } from '../rules.ts'
import styles from './Views.module.css'
import { describeAudience } from './labels.ts'

type Props = Opened & {
  view: View
  isChanged: boolean
  isStart: boolean
  /** Why it cannot be changed. */
  blockedReason: string | undefined
  onSave: () => void
  onDiscard: () => void
  onEdit: () => void
  onDuplicate: () => void
  onSetDefault: (isStart: boolean) => void
  onDelete: () => void
}

/** What can be done with a view. */
export const ViewMenu = ({ id, opened, button, onChange, view, isChanged, isStart, blockedReason, ...on }: Props) => (
  <Menu id={id} opened={opened} onChange={onChange} position="bottom-start" shadow="md">
    <Menu.Target>
      <OpenedAt button={button} />
    </Menu.Target>
    <Menu.Dropdown className={styles.menu!}>
      {view.audience !== 'own' && <Menu.Label>{describeAudience(view)}</Menu.Label>}
      {isChanged && (
        <>
          {!blockedReason && <Menu.Item onClick={on.onSave}>Save changes</Menu.Item>}
          <Menu.Item onClick={on.onDiscard}>Discard changes</Menu.Item>
          <Menu.Divider />
        </>
      )}
      {!blockedReason && <Menu.Item onClick={on.onEdit}>Rename or share</Menu.Item>}
      <Menu.Item onClick={on.onDuplicate}>Duplicate</Menu.Item>
      <Menu.Item onClick={() => on.onSetDefault(!isStart)}>
        {isStart ? 'Remove my default view' : 'Set as my default view'}
      </Menu.Item>
      <Menu.Item onClick={() => void copyAddress(view)}>Copy link</Menu.Item>
      {blockedReason ? (
        <Menu.Label>{blockedReason}</Menu.Label>
      ) : (
        <Menu.Item color="red" onClick={on.onDelete}>
          Delete
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
)

async function copyAddress(view: View) {
  const address = `${location.origin}/dashboard/${addressOf(view)}`
  try {
    await navigator.clipboard.writeText(address)
    showToast('success', 'Copied!')
  } catch {
    // Browsers keep the clipboard from pages that did not come over HTTPS.
    showToast('info', `Your browser blocked copying. Copy this text: ${address}`, undefined, 10_000)
  }
}
