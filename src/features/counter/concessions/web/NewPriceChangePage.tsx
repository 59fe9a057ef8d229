import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { unitsOf } from '#contract/characters.ts'
import { scopeOf } from '#contract/permissions.ts'
import { showDay } from '#contract/time.ts'
import { typedNumber } from '#contract/typed-number.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { TypedNumberInput } from '#web/form/TypedNumberInput.tsx'
import { MultiSelect } from '#web/form/MultiSelect.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { Card } from '#web/ui/Card.tsx'
import { today } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { priceChanges } from '../price-contract.ts'
import {
  changeErrors,
  CHANGE_MOST,
  HOW_LABELS,
  HOWS,
  messages,
  NAME_LENGTH,
  STEPS,
  type ChangeDraft,
  type How,
} from '../price-rules.ts'
import { PricePreview } from './PricePreview.tsx'
import { paths } from './price-paths.ts'
import styles from './Prices.module.css'

const EMPTY: ChangeDraft = {
  name: '',
  products: [],
  cinemas: [],
  how: 'percent',
  value: '',
  step: '50',
  from_day: null,
  until_day: null,
}
const LABELS: Partial<Record<keyof ChangeDraft, string>> = {
  name: 'Name',
  products: 'Products',
  cinemas: 'Cinemas',
  value: 'Change',
  from_day: 'First day',
  until_day: 'Last day',
}
const TYPING_MS = 400

const planOf = (draft: ChangeDraft) => ({
  product_ids: draft.products,
  cinema_ids: draft.cinemas,
  how: draft.how,
  value: typedNumber(draft.value),
  step: Number(draft.step) as (typeof STEPS)[number],
  from_day: draft.from_day!,
  until_day: draft.until_day,
})

/** Plans a price change: what it is of, by how much and when, with what becomes of each price. */
export function NewPriceChangePage() {
  const navigate = useNavigate()
  const me = useMe()
  const day = today()
  const products = useRead(priceChanges.products, {})
  const states = useRead(cinemas.list, {})
  const scope = scopeOf(me, priceChanges.create.permission)
  const record = useRecordForm({
    draft: 'price-change:new',
    record: undefined,
    toDraft: () => EMPTY,
    rules: (draft) => changeErrors(draft, day),
    labels: LABELS,
    show: () => '',
    create: {
      call: priceChanges.create,
      empty: EMPTY,
      args: (draft) => ({ body: { name: draft.name, ...planOf(draft) } }),
    },
    // One that is saved is taken back, and not changed.
    change: { call: priceChanges.cancel, args: () => undefined },
    fieldOf: { product_ids: 'products', cinema_ids: 'cinemas' },
    onDone: ({ id }) => void navigate({ to: paths.one(id) }),
    onApprovalRequested: () => void navigate({ to: paths.list }),
  })
  const { form } = record
  const { values } = form
  const [planned] = useDebouncedValue(values, TYPING_MS)
  const { name: _, ...wrong } = changeErrors(planned, day)
  const isPlanned = Object.keys(wrong).length === 0

  const byCategory = [...Map.groupBy(products.data ?? [], ({ category }) => category || 'Other')]
  const offered = (states.data ?? [])
    .map(({ name, cinemas: of }) => ({
      group: name,
      items: of
        .filter(({ id }) => scope === 'chain' || scope.includes(id))
        .map(({ id, cinema_name }) => ({ value: id, label: cinema_name })),
    }))
    .filter(({ items }) => items.length)
  const everyCinema = offered.flatMap(({ items }) => items.map(({ value }) => value))
  const add = (ids: readonly string[]) =>
    form.setFieldValue('products', [...new Set([...values.products, ...ids])].slice(0, CHANGE_MOST))

  return (
    <RecordForm
      of={record}
      title="New price change"
      note={messages.notSent}
      back={paths.list}
      actions={
        <Button variant="default" onClick={() => void navigate({ to: paths.list })}>
          CANCEL
        </Button>
      }
      submit="SAVE"
      below={<PricePreview plan={isPlanned ? planOf(planned) : undefined} />}
    >
      <Card title="Products and cinemas">
        <div className={styles.fields}>
          <TextInput
            label="Name"
            maxLength={unitsOf(NAME_LENGTH)}
            placeholder="December offers"
            {...form.getInputProps('name')}
          />
          <MultiSelect
            label="Products"
            placeholder={values.products.length ? '' : products.error ? 'Not loaded' : 'Choose one or more'}
            searchable
            clearable
            hidePickedOptions
            maxDropdownHeight={320}
            data={byCategory.map(([group, list]) => ({
              group,
              items: list.map(({ product_id, product_name }) => ({ value: product_id, label: product_name })),
            }))}
            {...form.getInputProps('products')}
          />
          <div className={styles.shortcuts} role="group" aria-label="Add all products of a category">
            {byCategory.map(([category, list]) => (
              <Button
                key={category}
                variant="default"
                size="compact-sm"
                aria-label={`Add all of ${category}`}
                onClick={() => add(list.map(({ product_id }) => product_id))}
              >
                + {category}
              </Button>
            ))}
          </div>
          <MultiSelect
            label="Cinemas"
            placeholder={values.cinemas.length ? '' : states.error ? 'Not loaded' : 'Choose one or more'}
            searchable
            clearable
            hidePickedOptions
            maxDropdownHeight={320}
            data={offered}
            {...form.getInputProps('cinemas')}
          />
          {everyCinema.length > 1 && everyCinema.length <= CHANGE_MOST && (
            <div className={styles.shortcuts}>
              <Button variant="default" size="compact-sm" onClick={() => form.setFieldValue('cinemas', everyCinema)}>
                + {scope === 'chain' ? 'All cinemas' : 'All my cinemas'}
              </Button>
            </div>
          )}
        </div>
      </Card>
      <Card title="Amount and dates">
        <div className={styles.fields}>
          <div className={styles.how}>
            <Segmented
              label="How"
              options={HOWS.map((value) => ({ value, label: HOW_LABELS[value] }))}
              value={values.how}
              onChange={(how) => form.setFieldValue('how', how as How)}
            />
            <TypedNumberInput
              className={styles.value!}
              aria-label={values.how === 'percent' ? 'Percent' : values.how === 'price' ? 'New price' : 'Amount'}
              placeholder={values.how === 'percent' ? '-10' : values.how === 'price' ? '2,500' : '-200'}
              {...(values.how === 'percent' ? { rightSection: '%' } : { leftSection: '₦' })}
              {...form.getInputProps('value')}
            />
            {values.how !== 'price' && (
              <Segmented
                label="Rounded to"
                options={STEPS.map((step) => ({ value: String(step), label: `to ₦${step}` }))}
                value={values.step}
                onChange={(step) => form.setFieldValue('step', step)}
              />
            )}
          </div>
          {values.how !== 'price' && (
            <p className={styles.note}>Rounded to the nearest ₦{values.step}. Use a negative number to lower prices.</p>
          )}
          <Pair>
            <DayInput label="First day" minDate={day} {...form.getInputProps('from_day')} />
            <DayInput
              label="Last day"
              description="Included in the change. Leave empty for a permanent price."
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the last day' }}
              minDate={values.from_day ?? day}
              {...form.getInputProps('until_day')}
            />
          </Pair>
          <p className={styles.note}>
            {values.from_day && values.from_day <= day
              ? 'Starts as soon as it is saved'
              : `Starts at midnight${values.from_day ? ` on ${showDay(values.from_day)}` : ''}`}
            . Temporary offers override permanent prices. Among permanent prices, the most recent applies.
          </p>
        </div>
      </Card>
    </RecordForm>
  )
}
