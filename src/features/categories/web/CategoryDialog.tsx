import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { showAlert } from '#web/shell/alerts.ts'
import { Act } from '#web/ui/Act.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { closing } from '#web/ui/leave.ts'
import { categories, type Category } from '../contract.ts'
import { categoryErrors, messages, NAME_LENGTH } from '../rules.ts'

const FORM = 'category'

type Props = {
  /** Without one, a new category is added. */
  edited: Category | undefined
  onClose: () => void
}

/** The name of a category. */
export default function CategoryDialog({ edited, onClose }: Props) {
  const [theirs, setTheirs] = useState<Category>()
  const form = useForm({ initialValues: { name: edited?.name ?? '' }, validate: categoryErrors })
  const onFailure = (failure: ApiFailure) => {
    const current = failure.current as Category | undefined
    form.setErrors(failure.fields)
    if (current) setTheirs(current)
    // Operations 8: the first message of the server, else these words.
    else showAlert('error', failure.problem.errors?.[0]?.message || failure.problem.message || messages.wentWrong)
    return true
  }
  const create = useSave(categories.create, { onFailure, onSuccess: onClose })
  const change = useSave(categories.change, { onFailure, onSuccess: onClose })
  const save = (name: string, version: number | undefined) =>
    edited ? change.mutate({ params: { id: edited.id }, body: { name, version } }) : create.mutate({ body: { name } })
  const guard = guardWhen(() => form.isDirty())

  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        guard={guard}
        title={edited ? 'Edit category' : 'Add category'}
        footer={
          <>
            <Button variant="default" onClick={() => void closing(onClose, guard)()}>
              Cancel
            </Button>
            <Act
              type="submit"
              form={FORM}
              may={edited ? categories.change.may : categories.create.may}
              loading={create.isPending || change.isPending}
            >
              {edited ? 'Save' : 'Add'}
            </Act>
          </>
        }
      >
        <form id={FORM} noValidate onSubmit={form.onSubmit(({ name }) => save(name, edited?.version))}>
          <TextInput label="Name" maxLength={NAME_LENGTH} data-autofocus {...form.getInputProps('name')} />
        </form>
      </Dialog>
      {edited && theirs && (
        <StaleDialog
          base={{ name: edited.name }}
          theirs={{ name: theirs.name }}
          yours={form.values}
          labels={{ name: 'Name' }}
          show={(_, value) => value}
          isSaving={change.isPending}
          onClose={() => setTheirs(undefined)}
          onSave={({ name }) => save(name, theirs.version)}
        />
      )}
    </>
  )
}
