import { Alert, PasswordInput, Select, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { counted } from '#contract/counted.ts'
import { showPhone } from '#contract/phone.ts'
import { PASSWORD_MOST } from '#contract/password.ts'
import { nameOf } from '#contract/session.ts'
import { cinemasOf, isSuperadmin } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { NameInput } from '#web/form/NameInput.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { RecordDrawer } from '#web/form/RecordDrawer.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { useSave } from '#web/api/queries.ts'
import { showToast } from '#web/shell/toasts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { admins, type AdminRow } from '../contract.ts'
import {
  adminErrors,
  EMPTY_DRAFT,
  messages,
  NAME_LENGTH,
  offeredType,
  OFFERED_TYPES,
  type AdminDraft,
} from '../rules.ts'
import styles from './Admins.module.css'
import { cinemaRoleBody, cinemaRoleDraft, CinemaRoleFields } from './CinemaRoleFields.tsx'
import { useGiving } from './giving.ts'
import { RolePicker } from './RolePicker.tsx'

const LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  mobile: 'Phone Number',
  userType: 'Role',
  roleId: 'Admin role',
  cinemaRoles: 'Cinema roles',
  password: 'Password',
}

/** Somebody whose role is for some cinemas gives roles there. */
const NONE_AT_SOME: AdminDraft = { ...EMPTY_DRAFT, userType: 'ADMIN', cinemaRoles: [{ roleId: '', places: [] }] }

const toDraft = ({ firstName, lastName, email, mobile, userType, roleId, cinemaRoles }: AdminRow): AdminDraft => ({
  firstName,
  lastName,
  email,
  mobile: showPhone(mobile ?? ''),
  userType: offeredType(userType)!,
  roleId: roleId === null ? '' : String(roleId),
  cinemaRoles: cinemaRoles.map(cinemaRoleDraft),
  password: '',
})

const toBody = ({ roleId, cinemaRoles, ...rest }: AdminDraft) => ({
  ...rest,
  roleId: roleId ? Number(roleId) : cinemaRoles.length ? null : undefined,
  cinemaRoles: cinemaRoles.map(cinemaRoleBody),
})

const toBeMended = (problems: [string, string][]) => {
  const empty = problems.filter(([, message]) => message === messages.empty)
  if (!empty.length) return problems[0]?.[1]
  return `Fill in: ${empty.map(([field]) => LABELS[field as keyof AdminDraft]).join(', ')}`
}

const OWN_DEMOTION = {
  title: 'Change your own role?',
  text: 'You will be signed out, and you may not be able to change it back yourself',
  action: 'Change role',
  danger: true,
}

type Props = {
  /** Without one, an account is made. */
  edited: AdminRow | undefined
  onClose: () => void
  /** Finds the one that was made in the list. */
  onShow: (made: AdminRow) => void
}

/** Add or edit an admin (operations 2, 4, 5). */
export default function AdminDrawer({ edited, onClose, onShow }: Props) {
  const isNew = !edited
  const me = useMe()
  const giving = useGiving()
  const isBound = !isSuperadmin(me.userType)
  /** Superadmins alone make superadmins and editors. */
  const types = OFFERED_TYPES.filter((type) => !isBound || type === 'ADMIN')
  const isOwn = isBound && edited?.id === me.id
  const admin = useRecordForm({
    draft: `admin:${edited?.id ?? 'new'}`,
    record: edited,
    toDraft,
    rules: adminErrors,
    secrets: ['password'],
    labels: LABELS,
    show: (field, value, current) => {
      if (field === 'roleId') return value === String(current.roleId) ? current.role : edited?.role
      return Array.isArray(value) ? counted(value.length, 'role') : value
    },
    create: {
      call: admins.create,
      empty: cinemasOf(me) === 'chain' ? EMPTY_DRAFT : NONE_AT_SOME,
      args: (values) => {
        const { firstName: first_name, lastName: last_name, password: _, ...rest } = toBody(values)
        return { body: { ...rest, first_name, last_name } }
      },
      says: false,
      onSuccess: ({ data, message }) => {
        const label = `Show ${nameOf(data)}`
        showToast('success', data.invitedUntil ? messages.invited : (message ?? admins.create.says), {
          label,
          onAction: () => onShow(data),
        })
      },
    },
    change: {
      call: admins.edit,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: { ...toBody(values), version } }),
    },
    fieldOf: { first_name: 'firstName', last_name: 'lastName' },
    onDone: onClose,
    onApprovalRequested: onClose,
  })
  const endSessions = useSave(admins.endSessions)
  const { form, base } = admin
  const { values } = form
  const changesRoles =
    values.roleId !== base.roleId || JSON.stringify(values.cinemaRoles) !== JSON.stringify(base.cinemaRoles)
  const signsOut = !isNew && (values.password !== '' || values.userType !== base.userType || changesRoles)

  const demotesThemselves = edited?.id === me.id && (values.userType !== base.userType || changesRoles)
  const submit: typeof admin.submit = async (event) => {
    event?.preventDefault()
    if (demotesThemselves && !Object.keys(admin.problems).length && !(await confirm(OWN_DEMOTION))) return
    admin.submit(event)
  }

  return (
    <RecordDrawer
      of={{ ...admin, submit }}
      title={isNew ? 'Add Admin' : 'Edit Admin'}
      submit={isNew ? 'ADD ADMIN' : 'SAVE CHANGES'}
      disabledReason={edited?.blockedReason ?? toBeMended(Object.entries(admin.problems))}
      onClose={onClose}
    >
      <Pair>
        <NameInput label="First Name" maxLength={unitsOf(NAME_LENGTH)} {...form.getInputProps('firstName')} />
        <TextInput
          label="Last Name"
          maxLength={unitsOf(NAME_LENGTH)}
          autoComplete="off"
          {...form.getInputProps('lastName')}
        />
      </Pair>
      <TextInput label="Email" type="email" autoComplete="off" maxLength={254} {...form.getInputProps('email')} />
      <TextInput
        label="Phone Number"
        type="tel"
        autoComplete="off"
        placeholder="0803 123 4567"
        maxLength={40}
        {...form.getInputProps('mobile')}
      />
      <Select
        label="Role"
        placeholder="Choose a role"
        data={types}
        allowDeselect={false}
        {...form.getInputProps('userType')}
        value={values.userType || null}
      />
      {values.userType === 'EDITOR' && (
        <Alert variant="light" color="yellow">
          {messages.editors}
        </Alert>
      )}
      {isOwn && <p className={styles.note}>{messages.ownRoles}</p>}
      {values.userType === 'ADMIN' && !isOwn && giving.givesForAll && (
        <RolePicker
          offers={giving.canGiveForAll}
          label="Admin role"
          description="What they can view and manage at all cinemas"
          value={values.roleId}
          onChange={(id) => form.setFieldValue('roleId', id)}
          error={form.errors.roleId}
          clearable={values.cinemaRoles.length > 0}
        />
      )}
      {values.userType === 'ADMIN' && !isOwn && (
        <CinemaRoleFields
          cinemaRoles={values.cinemaRoles}
          onChange={(cinemaRoles) => form.setFieldValue('cinemaRoles', cinemaRoles)}
          error={form.errors.cinemaRoles ?? (giving.givesForAll ? undefined : form.errors.roleId)}
        />
      )}
      {isNew && values.userType !== 'EDITOR' && <p className={styles.note}>{messages.invites}</p>}
      {!isNew && (
        <PasswordInput
          label="Password"
          description={edited?.id === me.id ? messages.ownPassword : 'Leave empty to keep the current password'}
          disabled={edited?.id === me.id}
          autoComplete="new-password"
          maxLength={PASSWORD_MOST}
          {...form.getInputProps('password')}
        />
      )}
      {edited && values.userType !== 'EDITOR' && (
        <ActionButton
          variant="default"
          permission={admins.endSessions.permission}
          loading={endSessions.isPending}
          disabledReason={edited.id === me.id ? messages.ownSessions : undefined}
          onClick={() => endSessions.mutate({ params: { id: edited.id } })}
        >
          End all sessions
        </ActionButton>
      )}
      {signsOut && <p className={styles.note}>{messages.signedOut}</p>}
    </RecordDrawer>
  )
}
