import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { toKobo, toNaira } from '#contract/money.ts'
import { RecordDrawer } from '#web/form/RecordDrawer.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { showNaira } from '#web/ui/format.ts'
import { concessions, type ConcessionProduct, type Menu } from '../contract.ts'
import { losesMoney, marginOf } from '../margin-rules.ts'
import { comboErrors, comboProblems, costOf, type ComboDraft } from '../rules.ts'
import styles from './Concessions.module.css'
import { LeftOf, Problems } from './menu-fields.tsx'
import { SimulatedCombo } from './SimulatedCombo.tsx'
import { useMargins } from './useMargins.ts'

const NONE: ComboDraft = { title: null, items: [] }
const toDraft = ({ product_id, combo_items }: ConcessionProduct): ComboDraft => ({
  title: product_id,
  items: combo_items.map((item) => item.product_id),
})

type Props = {
  /** Of the cinema that the combo is sold at. */
  menu: Menu
  /** Without one, a combo is made. */
  edited: ConcessionProduct | undefined
  onClose: () => void
}

/** Makes a combo of a title, or changes the items of one (operations 2, 5). Its price is the title's. */
export default function ComboDrawer({ menu, edited: opened, onClose }: Props) {
  const client = useQueryClient()
  const products = menu.concessions.flatMap((group) => group.products)
  const known = new Map([...(opened?.combo_items ?? []), ...products].map((one) => [one.product_id, one]))
  const titleOf = (draft: ComboDraft) => products.find((product) => product.product_id === draft.title)
  const combo = useRecordForm({
    draft: `combo:${menu.cinema_id}:${opened?.combo_id ?? 'new'}`,
    record: opened,
    versionOf: ({ combo_version }) => combo_version!,
    toDraft,
    rules: comboErrors,
    labels: { items: 'Items' },
    show: (_, value, current) => (Array.isArray(value) ? namesOf(value, known, current) : value),
    create: {
      call: concessions.createCombo,
      empty: NONE,
      args: (draft) => ({
        body: {
          rosetta_product_id: draft.title!,
          combo_items: draft.items,
          cinema_id: menu.cinema_id,
          display_price: titleOf(draft)?.display_price,
        },
      }),
    },
    change: {
      call: concessions.editCombo,
      args: (draft, { record, version }) => ({
        params: { id: record.combo_id! },
        body: { rosetta_product_ids: draft.items, display_price: titleOf(draft)?.display_price, version },
      }),
    },
    fieldOf: { rosetta_product_id: 'title', combo_items: 'items', rosetta_product_ids: 'items' },
    onFailure: ({ fields }) => {
      // The title costs something else by now: the form shows what.
      if (fields.display_price) void client.invalidateQueries({ queryKey: [concessions.fetch.feature] })
    },
    onDone: onClose,
    onApprovalRequested: onClose,
  })
  const { form, record: edited } = combo
  const { title: titleId, items } = form.values
  const title = titleOf(form.values)
  const nested = new Set(products.flatMap((product) => product.combo_items.map((item) => item.product_id)))
  const parts = items.flatMap((id) => known.get(id) ?? [])
  const margins = useMargins(menu.cinema_id)
  const costs = parts.map((part) => margins.get(part.product_id)?.cost ?? null)
  const problems = title && parts.length ? comboProblems(title, parts) : []

  return (
    <RecordDrawer of={combo} title="Combo Deal" submit={edited ? 'Save' : 'Add'} onClose={onClose}>
      <p className={styles.note}>At {menu.cinema_name}.</p>
      <Select
        label="Title"
        placeholder="Choose a title"
        searchable
        allowDeselect={false}
        disabled={edited !== undefined}
        data={byCategory(edited ? [edited] : products.filter((one) => isFree(one) && !nested.has(one.product_id)))}
        {...form.getInputProps('title')}
        onChange={(id) => {
          form.setFieldValue('title', id)
          form.setFieldValue(
            'items',
            items.filter((item) => item !== id),
          )
        }}
      />
      <MultiSelect
        label="Items"
        placeholder={items.length ? '' : 'Choose one or more'}
        searchable
        hidePickedOptions
        data={byCategory(
          products.filter((one) => (isFree(one) || items.includes(one.product_id)) && one.product_id !== titleId),
          // What is no longer sold may stay in a combo.
          (edited?.combo_items ?? []).filter((item) => !products.some((one) => one.product_id === item.product_id)),
        )}
        {...form.getInputProps('items')}
      />
      <TextInput
        label="Price"
        description={parts.length > 0 ? separately(parts, title) : 'The price of the chosen title'}
        readOnly
        className={styles.locked!}
        value={title ? showNaira(title.display_price) : ''}
      />
      <div className={styles.problems} role="status">
        <Problems of={problems} />
        {title && parts.length > 0 && <LeftOf of={leftOf(title.display_price, costs)} />}
      </div>
      {title && <SimulatedCombo cinemaId={menu.cinema_id} items={items} price={title.display_price} />}
    </RecordDrawer>
  )
}

/** What the items cost one by one, and what a guest saves. */
function separately(parts: readonly ConcessionProduct['combo_items'][number][], title: ConcessionProduct | undefined) {
  const cost = costOf(parts)
  const saved = title ? cost - title.display_price : 0
  return `Items separately: ${showNaira(cost)}${saved > 0 ? ` (the guest saves ${showNaira(saved)})` : ''}`
}

/** What is left of a combo's price by the costs of its parts; nothing where one of them is not known. */
function leftOf(price: number, costs: readonly (number | null)[]) {
  const kobo = costs.map((cost) => (cost === null ? NaN : toKobo(cost))).reduce((sum, cost) => sum + cost, 0)
  if (Number.isNaN(kobo)) return
  const { margin, percent } = marginOf(toKobo(price), kobo)
  return { cost: toNaira(kobo), margin: toNaira(margin!), percent, loses_money: losesMoney(toKobo(price), kobo) }
}

type ComboPart = Pick<ConcessionProduct, 'product_id' | 'product_name'>

/** Sold here, and no combo itself. */
const isFree = ({ isSold, combo_id }: ConcessionProduct) => isSold && combo_id === null

/** Products as a select takes them, under their categories. */
function byCategory(products: readonly ConcessionProduct[], removed: readonly ComboPart[] = []) {
  const toOption = ({ product_id, product_name }: ComboPart) => ({ value: product_id, label: product_name })
  return [
    ...[...Map.groupBy(products, (product) => product.product_category_name || 'Other')].map(([group, list]) => ({
      group,
      items: list.map(toOption),
    })),
    ...(removed.length ? [{ group: 'No longer sold', items: removed.map(toOption) }] : []),
  ]
}

const namesOf = (ids: readonly string[], known: ReadonlyMap<string, ComboPart>, { combo_items }: ConcessionProduct) =>
  ids.map((id) => (known.get(id) ?? combo_items.find((item) => item.product_id === id))?.product_name ?? id).join(', ')
