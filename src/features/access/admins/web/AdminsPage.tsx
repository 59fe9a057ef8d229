import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { showPhone } from '#contract/phone.ts'
import { roles } from '../role-contract.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { nameOf } from '#contract/session.ts'
import { useMe } from '#web/api/session.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { config } from '#web/config.ts'
import { showToast } from '#web/shell/toasts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ActionsMenu, type MenuAction } from '#web/ui/ActionsMenu.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showDayOf, showInstant } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
import { admins, type AdminRow } from '../contract.ts'
import { messages, describeRoles, USER_TYPES } from '../rules.ts'
import styles from './Admins.module.css'
import type { ReasonedAction } from './ReasonedDialog.tsx'

// Fetched when it is opened.
const AdminDrawer = lazy(() => import('./AdminDrawer.tsx'))
const ReasonedDialog = lazy(() => import('./ReasonedDialog.tsx'))
const LeavingDialog = lazy(() => import('./LeavingDialog.tsx'))

/** `open` is the drawer: `new`, or whose account it shows. It comes back with the address after a sign-out. */
const inAddress = z.object({ ...admins.list.query.shape, open: z.optional(z.string().check(z.maxLength(20))) })

const FILTERS = [
  { name: 'userType', label: 'Role', options: USER_TYPES },
  { name: 'created', label: 'Date added' },
  { name: 'signed_in', label: 'Last sign-in', none: 'None on record' },
  { name: 'factor', label: 'Two-factor authentication', options: { yes: 'Set up', no: 'None' } },
  { name: 'invited', label: 'Invitation', options: { yes: 'Not accepted yet', no: 'Accepted' } },
]
const NO_FILTERS = Object.fromEntries(['roleId', ...FILTERS.map(({ name }) => name)].map((name) => [name, undefined]))

/** Everybody who has an account (operations 2, Admin management). */
export function AdminsPage() {
  const me = useMe()
  const list = useList(admins.list, {
    label: 'Admins',
    rows: (data) => (Array.isArray(data) ? undefined : data.admins),
    address: inAddress,
  })
  const { address, setAddress } = list
  const { open } = address
  const named = useRead(roles.list, { query: {} })
  const [reasoned, setReasoned] = useState<{ action: ReasonedAction; admin: { id: number; name: string } }>()
  const restore = useSave(admins.restore)
  const inviteAgain = useSave(admins.inviteAgain)
  const withdrawInvitation = useSave(admins.withdrawInvitation)
  const [leaving, setLeaving] = useState<AdminRow>()
  const show = (drawer: string | undefined) => setAddress({ open: drawer, page: address.page })

  const confirmRevoke = async (admin: AdminRow) => {
    const yes = await confirm({
      title: `Revoke the invitation of ${nameOf(admin)}?`,
      text: 'The link in their email stops working, and they are removed from this list',
      action: 'Revoke invitation',
      danger: true,
    })
    if (yes) withdrawInvitation.mutate({ params: { id: admin.id } })
  }

  const actionsOf = (admin: AdminRow): MenuAction[] => {
    const { blockedReason } = admin
    const isMe = admin.id === me.id
    return [
      {
        label: 'Edit',
        permission: admins.edit.permission,
        disabledReason: blockedReason,
        onClick: () => void show(String(admin.id)),
      },
      ...(admin.hasFactor
        ? [
            {
              label: 'Reset two-factor authentication',
              permission: admins.resetFactors.permission,
              disabledReason: isMe ? messages.ownFactors : blockedReason,
              onClick: () => setReasoned({ action: 'resetFactors', admin: { id: admin.id, name: nameOf(admin) } }),
            },
          ]
        : []),
      ...(config.providers.length > 1
        ? [
            {
              label: 'Allow another provider',
              permission: admins.allowProvider.permission,
              disabledReason: isMe ? messages.ownProvider : blockedReason,
              onClick: () => setReasoned({ action: 'allowProvider', admin: { id: admin.id, name: nameOf(admin) } }),
            },
          ]
        : []),
      ...(admin.invitedUntil
        ? [
            {
              label: 'Send invitation again',
              permission: admins.inviteAgain.permission,
              disabledReason: blockedReason,
              onClick: () => inviteAgain.mutate({ params: { id: admin.id } }),
            },
            {
              label: 'Revoke invitation',
              permission: admins.withdrawInvitation.permission,
              danger: true,
              disabledReason: blockedReason,
              onClick: () => void confirmRevoke(admin),
            },
          ]
        : [
            {
              label: 'Delete',
              permission: admins.remove.permission,
              danger: true,
              disabledReason: isMe ? messages.yourself : blockedReason,
              onClick: () => setLeaving(admin),
            },
          ]),
    ]
  }

  const columns: Column<AdminRow>[] = [
    {
      id: 'name',
      title: 'Name',
      sort: 'name',
      main: true,
      cell: (admin) =>
        admin.invitedUntil ? (
          <span className={styles.invited}>
            {nameOf(admin)} <Invited until={admin.invitedUntil} />
          </span>
        ) : (
          nameOf(admin)
        ),
    },
    { id: 'email', title: 'Email', sort: 'email', bare: true, wide: true, width: '20%', cell: (admin) => admin.email },
    {
      id: 'mobile',
      title: 'Phone Number',
      bare: true,
      cell: (admin) => <OneLine>{showPhone(admin.mobile ?? '') || 'Nil'}</OneLine>,
    },
    { id: 'userType', title: 'Role', sort: 'userType', side: true, cell: (admin) => admin.userType },
    { id: 'role', title: 'Admin Role', sort: 'role', bare: true, cell: (admin) => describeRoles(admin) ?? 'Nil' },
    {
      id: 'createdAt',
      title: 'Date Added',
      sort: 'createdAt',
      card: false,
      cell: (admin) => <OneLine>{showInstant(admin.createdAt)}</OneLine>,
    },
    {
      id: 'factor',
      file: false,
      title: 'Two-factor',
      card: false,
      cell: ({ hasFactor }) => (hasFactor ? 'Set up' : 'None'),
    },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      bare: true,
      cell: (admin) => (
        <ActionsMenu
          of={nameOf(admin)}
          isBusy={
            (inviteAgain.isPending && inviteAgain.variables.params.id === admin.id) ||
            (withdrawInvitation.isPending && withdrawInvitation.variables.params.id === admin.id)
          }
          actions={actionsOf(admin)}
        />
      ),
    },
  ]
  const edited = list.rows?.find(({ id }) => String(id) === open)

  return (
    <ListScreen
      {...list}
      title="Admin Users"
      columns={columns}
      empty={{ title: 'No admins match', text: 'Remove a filter or try another search' }}
      searchLabel="Search for admins"
      filters={[
        ...FILTERS,
        {
          name: 'roleId',
          label: 'Admin role',
          none: 'No admin role',
          options: (named.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        },
      ]}
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={admins.create.permission}
          onClick={() => void show('new')}
        >
          ADD Admin
        </ActionButton>
      }
      csv={{ endpoint: admins.csv }}
    >
      <Suspense>
        {reasoned && <ReasonedDialog {...reasoned} onClose={() => setReasoned(undefined)} />}
        {(open === 'new' || edited) && (
          <AdminDrawer
            key={open}
            edited={edited}
            onClose={() => void show(undefined)}
            onShow={({ email }) => setAddress({ ...NO_FILTERS, search: email })}
          />
        )}
        {leaving && (
          <LeavingDialog
            admin={leaving}
            onClose={() => setLeaving(undefined)}
            onDeleted={({ id }) =>
              showToast('success', messages.deleted, {
                label: 'Undo',
                onAction: () => restore.mutate({ params: { id } }),
              })
            }
          />
        )}
      </Suspense>
    </ListScreen>
  )
}

const Invited = ({ until }: { until: string }) =>
  new Date(until) > new Date() ? (
    <>
      <StatusPill tone="info">Invited</StatusPill> <span className={styles.until}>until {showDayOf(until)}</span>
    </>
  ) : (
    <StatusPill tone="warn">Invitation expired</StatusPill>
  )
