import { ActionIcon, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { hasTerms } from '#contract/fold.ts'
import { refusal } from '#contract/permissions.ts'
import { NO_CINEMA } from '#features/programming/cinemas/rules.ts'
import { concessions as menu } from '#features/counter/concessions/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showNaira } from '#web/ui/format.ts'
import { Select } from '#web/form/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { LABELS, withQuantity, type ChosenConcession } from './draft.ts'
import styles from './Events.module.css'
import type { EventFormType } from './form-type.ts'

type Offered = Omit<ChosenConcession, 'quantity'>
type Props = { form: EventFormType; permission: RequiredPermission }

/** What the cinema sells that costs something, with how much of it the event needs. */
export function ConcessionSection({ form, permission }: Props) {
  const me = useMe()
  const { cinema_id, concessions: lines } = form.values
  const sold = useRead(
    menu.fetch,
    { params: { id: cinema_id }, query: { add_mobile_device: 'true' } },
    { enabled: Boolean(cinema_id) },
  )
  const step = (product: Offered, by: 1 | -1) => {
    form.setFieldValue('concessions', withQuantity(lines, product, by))
    form.clearFieldError('concessions')
  }
  const [group, setGroup] = useState<string | null>(null)
  const [typed, setSearch] = useState('')
  const groups = sold.data && withChosen(groupsOf(sold.data), lines)
  const visible = groups
    ?.filter(({ name }) => group === null || name === group)
    .map(({ name, products }) => ({
      name,
      products: products.filter(({ product_name }) => hasTerms(product_name, typed)),
    }))
    .filter(({ products }) => products.length > 0)
  const isLocked = Boolean(refusal(me, permission))
  return (
    <Card
      title={LABELS.concessions}
      flush
      className={styles.concessions!}
      actions={lines.length > 0 && <span className={styles.none}>{lines.length} chosen</span>}
    >
      {form.errors.concessions && (
        <p className={styles.wrong} role="alert">
          {form.errors.concessions}
        </p>
      )}
      {sold.error && !sold.data ? (
        <ErrorState error={sold.error} onRetry={sold.refetch} />
      ) : !cinema_id ? (
        <EmptyState {...NO_CINEMA} />
      ) : groups?.length === 0 ? (
        <EmptyState title="No priced products at this cinema" />
      ) : (
        <>
          <div className={styles.find}>
            <TextInput
              aria-label="Find a product"
              placeholder="Find a product"
              value={typed}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Select
              aria-label="Group"
              placeholder="All groups"
              clearable
              data={groups?.map(({ name }) => name) ?? []}
              value={group}
              onChange={setGroup}
            />
          </div>
          <div className={styles.frame}>
            <table className={styles.table} aria-label={LABELS.concessions}>
              <thead>
                <tr>
                  <th scope="col">Product</th>
                  <th scope="col" data-numeric>
                    Price
                  </th>
                  <th scope="col" data-numeric>
                    Quantity
                  </th>
                </tr>
              </thead>
              {visible ? (
                visible.map(({ name, products }) => (
                  <tbody key={name}>
                    <tr className={styles.group}>
                      <th scope="rowgroup" colSpan={3}>
                        {name}
                      </th>
                    </tr>
                    {products.map((product) => (
                      <tr key={product.product_id} data-chosen={quantityOf(lines, product) > 0 || undefined}>
                        <td>
                          <Thumb src={product.image_url} title={product.product_name} shape="square" />
                        </td>
                        <td data-numeric>{showNaira(product.product_price)}</td>
                        <td data-numeric>
                          <Stepper
                            name={product.product_name}
                            quantity={quantityOf(lines, product)}
                            isLocked={isLocked}
                            onStep={(by) => step(product, by)}
                          />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                ))
              ) : (
                <tbody>
                  {Array.from({ length: 6 }, (_, at) => (
                    <tr key={at}>
                      <td colSpan={3}>
                        <Skeleton height={36} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              )}
            </table>
            {visible?.length === 0 && <p className={styles.noProduct}>No results</p>}
          </div>
        </>
      )}
    </Card>
  )
}

type StepperProps = { name: string; quantity: number; isLocked: boolean; onStep: (by: 1 | -1) => void }

/** Minus stays reachable at 0, so that the focus is not lost on the way there. */
const Stepper = ({ name, quantity, isLocked, onStep }: StepperProps) => (
  <span className={styles.stepper} role="group" aria-label={`Quantity of ${name}`}>
    <ActionIcon
      variant="default"
      size="sm"
      aria-label={`One less of ${name}`}
      disabled={isLocked}
      {...(quantity === 0 && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => onStep(-1)}
    >
      −
    </ActionIcon>
    <output>{quantity}</output>
    <ActionIcon
      variant="default"
      size="sm"
      aria-label={`One more of ${name}`}
      disabled={isLocked}
      onClick={() => onStep(1)}
    >
      +
    </ActionIcon>
  </span>
)

const quantityOf = (lines: readonly ChosenConcession[], { product_id }: Offered) =>
  lines.find((line) => line.product_id === product_id)?.quantity ?? 0

type Sold = Offered & { isActive: boolean; isSold: boolean }

type Group = { name: string; products: Offered[] }

/** Of a cinema's menu; a price of 0 or less is hidden (operations 3). */
const groupsOf = (data: object): Group[] =>
  'concessions' in data && Array.isArray(data.concessions)
    ? (data.concessions as { categoryName: string; products: Sold[] }[])
        .map(({ categoryName, products }) => ({
          name: categoryName || 'Other',
          products: products
            .filter((product) => product.isSold && product.isActive && product.product_price > 0)
            .map(({ product_id, product_name, product_price, image_url }) => ({
              product_id,
              product_name,
              product_price,
              image_url,
            })),
        }))
        .filter(({ products }) => products.length > 0)
    : []

/** What was chosen stays there although the cinema does not sell it any more. */
function withChosen(groups: Group[], lines: readonly ChosenConcession[]): Group[] {
  const sold = new Set(groups.flatMap(({ products }) => products.map(({ product_id }) => product_id)))
  const removed = lines.filter(({ product_id }) => !sold.has(product_id))
  return removed.length ? [{ name: 'No longer sold here', products: removed }, ...groups] : groups
}
