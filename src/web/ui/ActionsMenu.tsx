import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { lazyDialog } from './lazyDialog.tsx'
import { useOpener } from './useOpener.ts'

/** Action on this screen or on another. A disabled action has its reason. */
export type MenuAction = {
  label: string
  permission?: RequiredPermission | undefined
  disabledReason?: string | undefined
  /** The action deletes something. */
  danger?: boolean
} & ({ onClick: () => void; to?: never } | { to: string; onClick?: never })

// Loaded on hover or focus, because most visits open no menu.
const LazyMenu = lazyDialog(() => import('./ActionsMenuList.tsx').then((module) => module.ActionsMenuList))

/**
 * Menu of actions, behind a button with three dots.
 * @param of name of the item, for screen readers
 */
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
