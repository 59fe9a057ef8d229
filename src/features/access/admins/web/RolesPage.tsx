import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { paths as adminPaths } from './paths.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { refusal } from '#contract/permissions.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { SHARING, SHARING_LABELS } from '#features/customers/customers/rules.ts'
import { useMe } from '#web/api/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { roles, type Role } from '../role-contract.ts'
import { describePermissions, messages } from '../role-rules.ts'
import styles from './Roles.module.css'

// Fetched when it is opened.
const RoleDialog = lazy(() => import('./RoleDialog.tsx'))

/** `open` is the dialog: `new`, or which role it shows. */
const inAddress = z.object({ page: z._default(PageNumber, 1), open: z.optional(z.string().check(z.maxLength(20))) })

/** The sets of permissions that accounts have (decisions: Roles). */
export function RolesPage() {
  const list = useList(roles.list, { label: 'Roles', rows: (all) => all, address: inAddress, include: 'permissions' })
  const remove = useSave(roles.remove)
  const { page, open } = list.address
  const show = (dialog: string | undefined) => list.setAddress({ open: dialog, page })

  const askToDelete = async ({ id, name }: Role) => {
    const yes = await confirm({
      title: `Delete ${name}?`,
      text: 'No one has this role',
      action: 'Delete',
      danger: true,
    })
    if (yes) remove.mutate({ params: { id } })
  }
  const undeletableReason = ({ isDefault, admins }: Role) =>
    isDefault ? messages.defaultStays : admins ? messages.inUse(admins) : undefined

  const columns: Column<Role>[] = [
    {
      id: 'name',
      title: 'Role',
      main: true,
      width: '20%',
      cell: (role) => (
        <span className={styles.name}>
          {role.name}
          {role.isDefault && <StatusPill tone="neutral">Default</StatusPill>}
        </span>
      ),
    },
    {
      id: 'permissions',
      title: 'Permissions',
      wide: true,
      width: '46%',
      cell: (role) => <Clamp>{describePermissions(role.permissions ?? [])}</Clamp>,
    },
    {
      id: 'admins',
      title: 'Admins',
      numeric: true,
      cell: ({ id, name, admins }) =>
        admins ? (
          <Link to={adminPaths.withRole(id)} aria-label={`${admins} with the role ${name}`}>
            {admins}
          </Link>
        ) : (
          '0'
        ),
    },
    {
      id: 'acts',
      title: 'Actions',
      cell: (role) => (
        <RowActions
          name={role.name}
          edit={{ permission: roles.change.permission, onClick: () => void show(String(role.id)) }}
          remove={{
            permission: roles.remove.permission,
            disabledReason: undeletableReason(role),
            isBusy: remove.isPending && remove.variables.params.id === role.id,
            onClick: () => void askToDelete(role),
          }}
        />
      ),
    },
  ]
  const edited = list.data?.find(({ id }) => String(id) === open)

  return (
    <ListScreen
      {...list}
      title="Admin Roles"
      note="Roles define what admins can view and manage. Superadmins can do everything."
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={roles.create.permission}
          onClick={() => void show('new')}
        >
          New role
        </ActionButton>
      }
      columns={columns}
      empty={{
        title: 'No roles',
        text: 'Create a role for each kind of work in the chain',
        permission: roles.create.permission,
      }}
    >
      <Sharing />
      <Suspense>
        {(open === 'new' || edited) && <RoleDialog key={open} edited={edited} onClose={() => void show(undefined)} />}
      </Suspense>
    </ListScreen>
  )
}

/** Whom somebody sees whose role to see users is for some cinemas. */
function Sharing() {
  const reading = useRead(customers.sharing, {})
  const save = useSave(customers.setSharing)
  const deniedReason = refusal(useMe(), customers.setSharing.permission)
  return (
    <Card title="Which customers cinema staff can see">
      <p className={styles.note}>
        Staff with a cinema role see the customers who bought at or chose one of their cinemas, or all customers. They
        see purchases of their own cinemas only.
      </p>
      {reading.data ? (
        <div className={styles.sharing}>
          <Segmented
            label="Which customers cinema staff can see"
            value={save.isPending ? save.variables.body.with : reading.data.with}
            onChange={(to) => deniedReason === undefined && save.mutate({ body: { with: to } })}
            options={SHARING.map((value) => ({ value, label: SHARING_LABELS[value] }))}
          />
          {deniedReason && <span className={styles.note}>{deniedReason}</span>}
        </div>
      ) : reading.error ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : (
        <Skeleton height={32} />
      )}
    </Card>
  )
}
