import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { typedNumber, UNCLEAR } from '#contract/typed-number.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { TypedNumberInput } from '#web/form/TypedNumberInput.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Field, Values } from '../action-rules.ts'
import { ACTIONS } from '../actions.ts'
import { bulkActions } from '../contract.ts'
import { CinemasField } from './CinemasField.tsx'
import { Progress } from './Progress.tsx'
import { nameOf } from './action-labels.ts'

type Selected = { action: string; query: Record<string, string>; ids?: readonly string[]; count: number }
type Props = {
  /** What is selected; or one that is there already. */
  selected?: Selected
  id?: number
  onClose: (isDone: boolean) => void
}

/** What is done to many rows: what is filled in, what it would do, and how far it is. */
export default function BulkDialog({ selected, id, onClose }: Props) {
  const [begun, setBegun] = useState(id)
  if (begun !== undefined) return <Progress key={begun} id={begun} onUndo={setBegun} onClose={onClose} />
  return <Begin selected={selected!} onBegun={setBegun} onClose={() => onClose(false)} />
}

const isTyped = (type: Field['type']) => type === 'number' || type === 'amount'

type BeginProps = { selected: Selected; onBegun: (id: number) => void; onClose: () => void }

function Begin({ selected: { action, query, ids, count }, onBegun, onClose }: BeginProps) {
  const { fields = [] } = ACTIONS[action]!
  const [values, setValues] = useState<Values>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const create = useSave(bulkActions.create, {
    says: false,
    onDone: ({ data }) => onBegun(data.id),
    onFailure: ({ fields: wrong, message }) => {
      if (fields.some(({ name }) => wrong[name])) setErrors(wrong)
      else {
        showToast('error', message)
        onClose()
      }
      return true
    },
  })
  const begin = () => {
    const numbers = fields.filter(({ name, type }) => isTyped(type) && String(values[name] ?? '').trim())
    const read = Object.fromEntries(numbers.map(({ name }) => [name, typedNumber(String(values[name]))]))
    const unclear = Object.keys(read).filter((name) => Number.isNaN(read[name]))
    setErrors(Object.fromEntries(unclear.map((name) => [name, UNCLEAR])))
    if (unclear.length) return
    create.mutate({ body: { action, query, values: { ...values, ...read }, ...(ids && { ids: [...ids] }) } })
  }
  const isBegun = useRef(false)
  useEffect(() => {
    if (fields.length || isBegun.current) return
    isBegun.current = true
    begin()
  })
  const title = nameOf({ action, undoes: null }, count)
  if (!fields.length)
    return (
      <Dialog title={title} opened onClose={onClose} size="lg">
        <Skeleton height={160} />
      </Dialog>
    )
  const set = (name: string, value: string) => {
    setValues((old) => ({ ...old, [name]: value }))
    setErrors(({ [name]: _, ...rest }) => rest)
  }
  return (
    <FormDialog
      title={title}
      submit="Check"
      isSaving={create.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        begin()
      }}
    >
      {fields.map(({ name, label, type, description }, index) => {
        const shared = {
          label,
          description,
          error: errors[name],
          'data-autofocus': index === 0 || undefined,
        }
        const value = values[name] ?? ''
        if (type === 'cinemas')
          return <CinemasField key={name} {...shared} value={String(value)} onChange={(chosen) => set(name, chosen)} />
        return isTyped(type) ? (
          <TypedNumberInput
            key={name}
            {...shared}
            {...(type === 'amount' && { leftSection: '₦' })}
            value={String(value)}
            onChange={(typed) => set(name, typed)}
          />
        ) : (
          <Textarea
            key={name}
            {...shared}
            value={value}
            autosize
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        )
      })}
    </FormDialog>
  )
}
