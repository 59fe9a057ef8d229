import { POINTS_CEILING } from '#contract/permissions.ts'
import { TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { typedPoints } from '#features/points/rules.ts'
import { useSave } from '#web/api/queries.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { useDraft } from '#web/form/useDraft.ts'
import { roles, type Role } from '../role-contract.ts'
import { inWords, messages, ROLE_NAME_LENGTH, roleErrors, type RoleDraft } from '../role-rules.ts'
import { Matrix } from './Matrix.tsx'
import styles from './Roles.module.css'

const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<RoleDraft> })),
)

const LABELS = { name: 'Name', permissions: 'Permissions', pointsCeiling: 'Most points at once' }
const shown = (ceiling: number) => ceiling.toLocaleString('en-NG')
const NONE: RoleDraft = { name: '', permissions: [], pointsCeiling: shown(POINTS_CEILING) }
const draftOf = ({ name, permissions = [], pointsCeiling }: Role): RoleDraft => ({
  name,
  permissions,
  pointsCeiling: shown(pointsCeiling),
})

type Props = {
  /** Without one, a role is made. */
  edited: Role | undefined
  onClose: () => void
}

/** A role: its name, and what it allows area by area. */
export default function RoleDialog({ edited: opened, onClose }: Props) {
  // The list behind it may be fetched anew: what is edited is what was opened.
  const [edited] = useState(opened)
  const [theirs, setTheirs] = useState<Role>()
  const draft = useDraft<RoleDraft>({
    id: `role:${edited?.id ?? 'new'}`,
    initial: edited ? draftOf(edited) : NONE,
    version: edited?.version ?? null,
    rules: roleErrors,
  })
  const { form } = draft
  const onFailure = (failure: ApiFailure) => {
    const current = failure.current as Role | undefined
    if (current) setTheirs(current)
    else form.setErrors(failure.fields)
    return Boolean(current)
  }
  const saving = { onFailure, onSuccess: draft.forget, onDone: onClose }
  const create = useSave(roles.create, saving)
  const change = useSave(roles.change, saving)
  const isSaving = create.isPending || change.isPending
  const save = ({ name, permissions, pointsCeiling }: RoleDraft, version: number | null) => {
    // The form's list is of text: what was chosen in it stands in the matrix.
    const body = {
      name,
      permissions: permissions as Input<typeof roles.create.body>['permissions'],
      pointsCeiling: typedPoints(pointsCeiling),
    }
    if (edited) change.mutate({ params: { id: edited.id }, body: { ...body, version: version ?? undefined } })
    else create.mutate({ body })
  }

  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => draft.isDirty && !isSaving, draft.discard)}
        size="lg"
        title={edited ? `Edit ${edited.name}` : 'New role'}
        cancel="Close"
        submit={edited ? 'Save' : 'Create role'}
        may={edited ? roles.change.may : roles.create.may}
        isSaving={isSaving}
        onSubmit={form.onSubmit((values) => save(values, draft.base.version))}
      >
        <DraftNotice
          at={draft.offered?.at}
          isOutdated={draft.offered?.version !== draft.base.version}
          onRestore={draft.restore}
          onDiscard={draft.forget}
        />
        <Pair>
          <TextInput label={LABELS.name} maxLength={ROLE_NAME_LENGTH} data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={LABELS.pointsCeiling}
            description="To award, redeem or reverse in one go"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('pointsCeiling')}
          />
        </Pair>
        {edited?.isDefault && <p className={styles.note}>{messages.defaultKeeps}.</p>}
        <Matrix
          chosen={form.values.permissions}
          isFixed={edited?.isDefault ?? false}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        />
      </FormDialog>
      <Suspense>
        {edited && theirs && (
          <StaleDialog
            base={draft.base.values}
            theirs={draftOf(theirs)}
            yours={form.values}
            labels={LABELS}
            show={(field, value) => (field === 'permissions' ? inWords(value as string[]) : value)}
            isSaving={change.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => {
              draft.rebase(draftOf(theirs), theirs.version, values)
              save(values, theirs.version)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
