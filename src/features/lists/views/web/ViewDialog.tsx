import { TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import type { Input, RequiredPermission } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { Select } from '#web/form/Select.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { views, type View } from '../contract.ts'
import {
  AUDIENCE_LABELS,
  AUDIENCES,
  NAME_LENGTH,
  refusalToShare,
  viewErrors,
  type Audience,
  type Query,
  type ViewDraft,
} from '../rules.ts'
import styles from './Views.module.css'

const LABELS = { name: 'Name', audience: 'Visible to', roleId: 'Role', query: 'Shows' }

type Props = {
  list: string
  title: string
  permission: RequiredPermission
  /** Without one, a view is saved, called so at first. */
  edited?: View | undefined
  name?: string | undefined
  query: Query
  onClose: () => void
  onSaved: (view: View) => void
}

const toDraft = ({ name, audience, roleId, query }: View): ViewDraft => ({
  name,
  audience,
  roleId: roleId === null ? '' : String(roleId),
  query,
})
const toBody = ({ name, audience, roleId, query }: ViewDraft) => ({
  name,
  audience,
  roleId: audience === 'role' ? Number(roleId) : null,
  query,
})

/** The name of a view, and who sees it. */
export default function ViewDialog({ list, title, permission, edited, name = '', query, onClose, onSaved }: Props) {
  const me = useMe()
  const shareBlockedReason = refusalToShare(me)
  const named = useRead(roles.list, { query: {} }, { enabled: !shareBlockedReason })
  const view = useRecordForm({
    draft: null,
    record: edited,
    toDraft,
    rules: viewErrors,
    skipsLeaveGuard: true,
    labels: LABELS,
    show: (field, value) => textFor(field, value, named.data),
    create: {
      call: views.create,
      empty: { name, audience: 'own', roleId: '', query } as ViewDraft,
      args: (values) => ({
        body: {
          list,
          permission: [...permissionsOf(permission)] as Input<typeof views.create.body>['permission'],
          ...toBody(values),
        },
      }),
    },
    change: {
      call: views.change,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: { ...toBody(values), version } }),
    },
    onDone: (saved) => {
      onClose()
      if (!edited) onSaved(saved)
    },
  })
  const { form } = view
  // Whose it is not keeps it shared.
  const offered = AUDIENCES.filter((audience) => audience !== 'own' || !edited || edited.isOwn)
  return (
    <FormDialog
      of={view}
      onClose={onClose}
      title={edited ? `Edit the view ${edited.name}` : `Save a view of ${title}`}
      submit="Save"
    >
      <TextInput
        label={LABELS.name}
        placeholder="Such as: To approve this week"
        maxLength={unitsOf(NAME_LENGTH)}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {shareBlockedReason ? (
        <p className={styles.note}>{`Only you can see it. ${shareBlockedReason}.`}</p>
      ) : (
        <>
          <Select
            label={LABELS.audience}
            description="People only see the rows they have permission to see"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={offered.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))}
            allowDeselect={false}
            {...form.getInputProps('audience')}
          />
          {form.values.audience === 'role' && (
            <Select
              label={LABELS.roleId}
              data={(named.data ?? []).map((role) => ({ value: String(role.id), label: role.name }))}
              searchable
              {...form.getInputProps('roleId')}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

function textFor(
  field: keyof ViewDraft,
  value: ViewDraft[keyof ViewDraft],
  named: readonly { id: number; name: string }[] = [],
): string {
  if (field === 'audience') return AUDIENCE_LABELS[value as Audience]
  if (field === 'roleId') return named.find(({ id }) => String(id) === value)?.name ?? '–'
  return typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([one, text]) => `${one}: ${text}`)
        .join(', ')
}
