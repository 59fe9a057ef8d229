import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { lazyDialog } from './lazyDialog.tsx'
import { useOpener } from './useOpener.ts'

/** One thing that can be done, on this screen or on one of its own. What cannot be done now says why. */
export type MenuAction = {
  label: string
  permission?: RequiredPermission | undefined
  disabledReason?: string | undefined
  /** It takes something away. */
  danger?: boolean
} & ({ onClick: () => void; to?: never } | { to: string; onClick?: never })

// Fetched when somebody comes near one: most visits open none.
const LazyMenu = lazyDialog(() => import('./ActionsMenuList.tsx').then((module) => module.ActionsMenuList))

/** What can be done to one thing, behind a button of three dots. @param of what it is called, for those who hear it */
export function ActionsMenu({
  of,
  actions,
  isBusy,
}: {
  of: string
  actions: readonly MenuAction[]
  isBusy?: boolean | undefined
}) {
  const me = useMe()
  const { opener, popup } = useOpener('menu', LazyMenu)
  const entries = actions.map((action) => ({
    ...action,
    reason: (action.permission && refusal(me, action.permission)) ?? action.disabledReason,
  }))
  return (
    <>
      <ActionIcon
        data-actions-menu
        variant="subtle"
        color="gray"
        size={28}
        aria-label={`Actions for ${of}`}
        loading={isBusy}
        {...opener}
      >
        <IconDots size={17} />
      </ActionIcon>
      <LazyMenu {...popup} entries={entries} />
    </>
  )
}
