import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { useDraft } from '#web/form/useDraft.ts'
import { Act } from '#web/ui/Act.tsx'
import { showNaira } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { concessions, type ConcessionProduct, type Menu } from '../contract.ts'
import { comboErrors, comboProblems, costOf, type ComboDraft } from '../rules.ts'
import styles from './Concessions.module.css'
import { Problems } from './parts.tsx'

const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<ComboDraft> })),
)

const LABELS = { items: 'Items' }
/** Where the body's fields stand in the form. */
const FIELD_OF: Record<string, keyof ComboDraft> = {
  rosetta_product_id: 'title',
  combo_items: 'items',
  rosetta_product_ids: 'items',
}
const NONE: ComboDraft = { title: null, items: [] }
const draftOf = ({ product_id, combo_items }: ConcessionProduct): ComboDraft => ({
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
  // The list behind it may be fetched anew: what is edited is what was opened.
  const [edited] = useState(opened)
  const [theirs, setTheirs] = useState<ConcessionProduct>()
  const draft = useDraft<ComboDraft>({
    id: `combo:${menu.cinema_id}:${edited?.combo_id ?? 'new'}`,
    initial: edited ? draftOf(edited) : NONE,
    version: edited?.combo_version ?? null,
    rules: comboErrors,
  })
  const { form } = draft
  const { title: titleId, items } = form.values

  const products = menu.concessions.flatMap((group) => group.products)
  const known = new Map([...(edited?.combo_items ?? []), ...products].map((one) => [one.product_id, one]))
  const within = new Set(products.flatMap((combo) => combo.combo_items.map((item) => item.product_id)))
  const title = products.find((product) => product.product_id === titleId)
  const parts = items.flatMap((id) => known.get(id) ?? [])
  const problems = title && parts.length ? comboProblems(title, parts) : []

  const onFailure = (failure: ApiFailure) => {
    // The title costs something else by now: the form shows what.
    if (failure.fields.display_price) void client.invalidateQueries({ queryKey: [concessions.fetch.feature] })
    const current = failure.current as ConcessionProduct | undefined
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
  const create = useSave(concessions.createCombo, saving)
  const edit = useSave(concessions.editCombo, saving)
  const isSaving = create.isPending || edit.isPending
  const save = (typed: ComboDraft, version: number | null) => {
    const display_price = title?.display_price
    if (edited)
      edit.mutate({
        params: { id: edited.combo_id! },
        body: { rosetta_product_ids: typed.items, display_price, version: version ?? undefined },
      })
    else
      create.mutate({
        body: {
          rosetta_product_id: typed.title!,
          combo_items: typed.items,
          cinema_id: menu.cinema_id,
          display_price,
        },
      })
  }
  const guard = guardWhen(() => draft.isDirty && !isSaving, draft.discard)

  return (
    <>
      <SideDrawer opened onClose={onClose} guard={guard} title="Combo Deal">
        <form noValidate className={styles.form} onSubmit={form.onSubmit((typed) => save(typed, draft.base.version))}>
          <p className={styles.note}>At {menu.cinema_name}.</p>
          <DraftNotice
            at={draft.offered?.at}
            isOutdated={draft.offered?.version !== draft.base.version}
            onRestore={draft.restore}
            onDiscard={draft.forget}
          />
          <Select
            label="Title"
            placeholder="Choose a title"
            searchable
            allowDeselect={false}
            disabled={edited !== undefined}
            data={byCategory(edited ? [edited] : products.filter((one) => isFree(one) && !within.has(one.product_id)))}
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
          </div>
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => void closing(onClose, guard)()}>
              Cancel
            </Button>
            <Act
              type="submit"
              may={edited ? concessions.editCombo.may : concessions.createCombo.may}
              loading={isSaving}
            >
              {edited ? 'Save' : 'Add'}
            </Act>
          </div>
        </form>
      </SideDrawer>
      <Suspense>
        {edited && theirs && (
          <StaleDialog
            base={draft.base.values}
            theirs={draftOf(theirs)}
            yours={form.values}
            labels={LABELS}
            show={(_, value) => (Array.isArray(value) ? namesOf(value, known, theirs) : value)}
            isSaving={edit.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(settled) => {
              draft.rebase(draftOf(theirs), theirs.combo_version!, settled)
              save(settled, theirs.combo_version)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** What the items cost one by one, and what a guest saves. */
function separately(parts: readonly ConcessionProduct['combo_items'][number][], title: ConcessionProduct | undefined) {
  const cost = costOf(parts)
  const saved = title ? cost - title.display_price : 0
  return `Items separately: ${showNaira(cost)}${saved > 0 ? ` (the guest saves ${showNaira(saved)})` : ''}`
}

type Part = Pick<ConcessionProduct, 'product_id' | 'product_name'>

/** Sold here, and no combo itself. */
const isFree = ({ isSold, combo_id }: ConcessionProduct) => isSold && combo_id === null

/** Products as a select takes them, under their categories. */
function byCategory(products: readonly ConcessionProduct[], gone: readonly Part[] = []) {
  const toOption = ({ product_id, product_name }: Part) => ({ value: product_id, label: product_name })
  return [
    ...[...Map.groupBy(products, (product) => product.product_category_name || 'Other')].map(([group, list]) => ({
      group,
      items: list.map(toOption),
    })),
    ...(gone.length ? [{ group: 'No longer sold', items: gone.map(toOption) }] : []),
  ]
}

const namesOf = (ids: readonly string[], known: ReadonlyMap<string, Part>, { combo_items }: ConcessionProduct) =>
  ids.map((id) => (known.get(id) ?? combo_items.find((item) => item.product_id === id))?.product_name ?? id).join(', ')
