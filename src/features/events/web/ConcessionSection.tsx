import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { May } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { NO_CINEMA } from '#features/cinemas/rules.ts'
import { concessions as menu } from '#features/concessions/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showNaira } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { LABELS, withQuantity, type ChosenConcession } from './draft.ts'
import styles from './Events.module.css'
import type { EventFormType } from './form-type.ts'

type Offered = Omit<ChosenConcession, 'quantity'>
type Props = { form: EventFormType; may: May }

/** What the cinema sells that costs something, with how much of it the event needs. */
export function ConcessionSection({ form, may }: Props) {
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
  const products = sold.data && withChosen(productsOf(sold.data), lines)
  const isLocked = Boolean(refusal(me, may))
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
      ) : products?.length === 0 ? (
        <EmptyState title="No priced products at this cinema" />
      ) : (
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
            <tbody>
              {products
                ? products.map((product) => (
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
                  ))
                : Array.from({ length: 6 }, (_, at) => (
                    <tr key={at}>
                      <td colSpan={3}>
                        <Skeleton height={36} />
                      </td>
                    </tr>
                  ))}
            </tbody>
          </table>
        </div>
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
      <IconMinus size={13} />
    </ActionIcon>
    <output>{quantity}</output>
    <ActionIcon
      variant="default"
      size="sm"
      aria-label={`One more of ${name}`}
      disabled={isLocked}
      onClick={() => onStep(1)}
    >
      <IconPlus size={13} />
    </ActionIcon>
  </span>
)

const quantityOf = (lines: readonly ChosenConcession[], { product_id }: Offered) =>
  lines.find((line) => line.product_id === product_id)?.quantity ?? 0

type Sold = Offered & { isActive: boolean; isSold: boolean }

/** Of a cinema's menu; a price of 0 or less is hidden (operations 3). */
const productsOf = (data: object): Offered[] =>
  'concessions' in data && Array.isArray(data.concessions)
    ? (data.concessions as { products: Sold[] }[])
        .flatMap(({ products }) => products)
        .filter((product) => product.isSold && product.isActive && product.product_price > 0)
        .map(({ product_id, product_name, product_price, image_url }) => ({
          product_id,
          product_name,
          product_price,
          image_url,
        }))
    : []

/** What was chosen stays there although the cinema does not sell it any more. */
const withChosen = (products: Offered[], lines: readonly ChosenConcession[]): Offered[] => [
  ...lines.filter((line) => !products.some(({ product_id }) => product_id === line.product_id)),
  ...products,
]
