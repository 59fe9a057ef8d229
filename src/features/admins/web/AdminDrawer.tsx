import { Alert, Button, PasswordInput, Select, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { showPhone } from '#contract/phone.ts'
import { RolePicker } from './RolePicker.tsx'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { useDraft } from '#web/form/useDraft.ts'
import { showAlert } from '#web/shell/alerts.ts'
import { Act } from '#web/ui/Act.tsx'
import { closing } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { admins, type AdminRow } from '../contract.ts'
import { adminErrors, messages, NAME_LENGTH, offeredType, OFFERED_TYPES, type AdminDraft } from '../rules.ts'
import styles from './Admins.module.css'

const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<AdminDraft> })),
)

const FORM = 'admin-form'
const LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  mobile: 'Phone Number',
  userType: 'Role',
  roleId: 'Admin role',
  password: 'Password',
}
const NONE: AdminDraft = { firstName: '', lastName: '', email: '', mobile: '', userType: '', roleId: '', password: '' }
/** Where the body's fields stand in the form. */
const FIELD_OF: Record<string, keyof AdminDraft> = { first_name: 'firstName', last_name: 'lastName' }

const draftOf = ({ firstName, lastName, email, mobile, userType, roleId }: AdminRow): AdminDraft => ({
  firstName,
  lastName,
  email,
  mobile: showPhone(mobile ?? ''),
  userType: offeredType(userType)!,
  roleId: roleId === null ? '' : String(roleId),
  password: '',
})

const toBeMended = (problems: [string, string][]) => {
  const empty = problems.filter(([, message]) => message === messages.empty)
  if (!empty.length) return problems[0]![1]
  return `Still missing: ${empty.map(([field]) => LABELS[field as keyof AdminDraft]).join(', ')}`
}

type Props = {
  /** Without one, an account is made. */
  edited: AdminRow | undefined
  onClose: () => void
  /** Finds the one that was made in the list. */
  onShow: (made: AdminRow) => void
}

/** Add or edit an admin (operations 2, 4, 5). */
export default function AdminDrawer({ edited: opened, onClose, onShow }: Props) {
  // The list behind it may be fetched anew: what is edited is what was opened.
  const [edited] = useState(opened)
  const [theirs, setTheirs] = useState<AdminRow>()
  const isNew = !edited
  const draft = useDraft<AdminDraft>({
    id: `admin:${edited?.id ?? 'new'}`,
    initial: edited ? draftOf(edited) : NONE,
    version: edited?.version ?? null,
    rules: adminErrors(isNew),
    secrets: ['password'],
  })
  const { form } = draft
  const { values } = form
  const problems = Object.entries(draft.problems)

  const onFailure = (failure: ApiFailure) => {
    const current = failure.current as AdminRow | undefined
    if (current) setTheirs(current)
    else
      form.setErrors(
        Object.fromEntries(
          Object.entries(failure.fields).map(([field, message]) => [FIELD_OF[field] ?? field, message]),
        ),
      )
    return Boolean(current)
  }
  const saving = { onFailure, onSuccess: draft.forget, onDone: onClose }
  const create = useSave(admins.create, {
    ...saving,
    says: false,
    onSuccess: ({ data, message }) => {
      draft.forget()
      const label = `Show ${data.firstName} ${data.lastName}`
      showAlert('success', message ?? admins.create.says, { label, onAct: () => onShow(data) })
    },
  })
  const edit = useSave(admins.edit, saving)
  const isSaving = create.isPending || edit.isPending
  const save = ({ firstName, lastName, roleId: role, ...rest }: AdminDraft, version?: number | null) => {
    const roleId = role ? Number(role) : undefined
    if (isNew) create.mutate({ body: { ...rest, first_name: firstName, last_name: lastName, roleId } })
    else
      edit.mutate({
        params: { id: edited.id },
        body: { ...rest, firstName, lastName, roleId, version: version ?? undefined },
      })
  }
  const guard = guardWhen(() => draft.isDirty && !isSaving, draft.discard)
  const { base } = draft
  const signsOut =
    !isNew &&
    (values.password !== '' || values.userType !== base.values.userType || values.roleId !== base.values.roleId)

  return (
    <>
      <SideDrawer opened onClose={onClose} guard={guard} title={isNew ? 'Add Admin' : 'Edit Admin'}>
        <form
          id={FORM}
          noValidate
          className={styles.form}
          onSubmit={form.onSubmit((typed) => save(typed, draft.base.version))}
        >
          <DraftNotice
            at={draft.offered?.at}
            isOutdated={draft.offered?.version !== draft.base.version}
            onRestore={draft.restore}
            onDiscard={draft.forget}
          />
          <Pair>
            <TextInput
              label="First Name"
              maxLength={NAME_LENGTH}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('firstName')}
            />
            <TextInput
              label="Last Name"
              maxLength={NAME_LENGTH}
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
            data={[...OFFERED_TYPES]}
            allowDeselect={false}
            {...form.getInputProps('userType')}
            value={values.userType || null}
          />
          {values.userType === 'EDITOR' && (
            <Alert variant="light" color="yellow">
              {messages.editors}.
            </Alert>
          )}
          {values.userType === 'ADMIN' && (
            <RolePicker
              label="Admin role"
              description="What an ADMIN may see and change"
              value={values.roleId}
              onChange={(id) => form.setFieldValue('roleId', id)}
              error={form.errors.roleId}
            />
          )}
          <PasswordInput
            label="Password"
            description={
              isNew
                ? 'Share this password with them; they can change it with “Forgot password”'
                : 'Empty keeps the one there is'
            }
            autoComplete="new-password"
            maxLength={200}
            {...form.getInputProps('password')}
          />
          {signsOut && <p className={styles.note}>{messages.signedOut}.</p>}
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => void closing(onClose, guard)()}>
              Cancel
            </Button>
            <Act
              type="submit"
              may={isNew ? admins.create.may : admins.edit.may}
              disabledReason={problems.length ? toBeMended(problems) : undefined}
              onRefused={() => form.validate()}
              loading={isSaving}
            >
              {isNew ? 'ADD ADMIN' : 'SAVE CHANGES'}
            </Act>
          </div>
        </form>
      </SideDrawer>
      <Suspense>
        {edited && theirs && (
          <StaleDialog
            base={draft.base.values}
            // A password belongs to the form alone and is nothing to choose.
            theirs={{ ...draftOf(theirs), password: values.password }}
            yours={values}
            labels={LABELS}
            show={(field, value) =>
              field === 'roleId' ? (value === String(theirs.roleId) ? theirs.role : edited.role) : value
            }
            isSaving={edit.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(chosen) => {
              draft.rebase(draftOf(theirs), theirs.version, chosen)
              save(chosen, theirs.version)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
