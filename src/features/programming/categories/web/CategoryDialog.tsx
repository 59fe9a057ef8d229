import { TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { categories, type Category } from '../contract.ts'
import { categoryErrors, messages, NAME_LENGTH } from '../rules.ts'

type Props = {
  /** Without one, a new category is added. */
  edited: Category | undefined
  onClose: () => void
}

/** The name of a category. */
export default function CategoryDialog({ edited, onClose }: Props) {
  const category = useRecordForm({
    draft: null,
    record: edited,
    toDraft: ({ name }) => ({ name }),
    rules: categoryErrors,
    skipsLeaveGuard: true,
    labels: { name: 'Name' },
    show: (_, value) => value,
    create: { call: categories.create, empty: { name: '' }, args: (body) => ({ body }) },
    change: {
      call: categories.change,
      args: ({ name }, { record: { id }, version }) => ({ params: { id }, body: { name, version } }),
    },
    // Operations 8: the first message of the server, else these words.
    onFailure: ({ problem }) => problem.errors?.[0]?.message || problem.message || messages.wentWrong,
    onDone: onClose,
  })

  return (
    <FormDialog
      of={category}
      onClose={onClose}
      title={edited ? 'Edit category' : 'Add category'}
      submit={edited ? 'Save' : 'Add'}
    >
      <TextInput
        label="Name"
        maxLength={unitsOf(NAME_LENGTH)}
        data-autofocus
        {...category.form.getInputProps('name')}
      />
    </FormDialog>
  )
}
