import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { categories, type Category } from '../contract.ts'
import { categoryErrors, messages, NAME_LENGTH } from '../rules.ts'

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
    return current ? true : failure.problem.errors?.[0]?.message || failure.problem.message || messages.wentWrong
  }
  const create = useSave(categories.create, { onFailure, onDone: onClose })
  const change = useSave(categories.change, { onFailure, onDone: onClose })
  const save = (name: string, version: number | undefined) =>
    edited ? change.mutate({ params: { id: edited.id }, body: { name, version } }) : create.mutate({ body: { name } })

  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => form.isDirty())}
        title={edited ? 'Edit category' : 'Add category'}
        submit={edited ? 'Save' : 'Add'}
        may={edited ? categories.change.may : categories.create.may}
        isSaving={create.isPending || change.isPending}
        onSubmit={form.onSubmit(({ name }) => save(name, edited?.version))}
      >
        <TextInput label="Name" maxLength={NAME_LENGTH} data-autofocus {...form.getInputProps('name')} />
      </FormDialog>
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
