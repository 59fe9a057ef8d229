import { IconAlertTriangle } from '@tabler/icons-react'
import { CinemaPicker } from '#features/programming/cinemas/web/CinemaPicker.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { percent } from '#web/charts/formats.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import type { ConcessionProduct, Menu } from '../contract.ts'
import type { ProductMargin } from '../margin-contract.ts'
import { messages as margins } from '../margin-rules.ts'
import { setPrice } from '../rules.ts'
import styles from './Concessions.module.css'
import type { useMenu } from './useMenu.ts'

/** The state and cinema of a screen. */
export const MenuPicker = ({
  of: menu,
  onChange,
}: {
  of: ReturnType<typeof useMenu>
  onChange: (id: string) => void
}) => (
  <CinemaPicker
    states={menu.states.data}
    isFailed={Boolean(menu.states.error)}
    cinemaId={menu.cinemaId}
    onChange={onChange}
  />
)

/** How old a menu is; since when and why the point of sale does not answer; or why nothing is taken from it. */
export function SyncNote({ of: menu }: { of: Menu | undefined }) {
  // Its line is there before its words are: nothing moves when they come.
  if (!menu) return '\u00a0'
  const { as_of, failing_since, reason, refusal } = menu
  if (failing_since)
    return (
      <span role="status" data-warns>
        {as_of && <>Showing products as of {showInstant(as_of)}. </>}
        Not synced with the point of sale since {showInstant(failing_since)}: {reason}.
      </span>
    )
  return refusal ?? (as_of ? `As of ${showInstant(as_of)}` : 'Not yet synced with the point of sale')
}

/** What it is sold for; and what the point of sale asks, where staff set another price. */
export const Price = ({
  of: product,
}: {
  of: Pick<ConcessionProduct, 'display_price' | 'pos_price' | 'hasOwnPrice' | 'own_price' | 'price_change'>
}) => (
  <span className={styles.price}>
    {showNaira(product.display_price)}
    {product.price_change ? (
      <span className={styles.muted}>
        by {product.price_change.name}, {showNaira(setPrice(product))} without it
      </span>
    ) : (
      product.hasOwnPrice && <span className={styles.muted}>point of sale {showNaira(product.pos_price)}</span>
    )}
  </span>
)

/** What is left of a price, where its cost is known. */
export const LeftOf = ({ of: known }: { of: Omit<ProductMargin, 'product_id' | 'price'> | undefined }) =>
  known &&
  known.cost !== null && (
    <span className={styles.line}>
      {known.loses_money ? (
        <StatusPill tone="bad">{`${margins.losesMoney}: costs ${showNaira(known.cost)}`}</StatusPill>
      ) : (
        `margin ${showNaira(known.margin!)}${known.percent === null ? '' : ` (${percent.full(known.percent)})`}`
      )}
    </span>
  )

/** Why a combo should not be sold as it is. */
export const Problems = ({ of: problems }: { of: readonly string[] }) =>
  problems.map((problem) => (
    <span key={problem} className={styles.problem}>
      <IconAlertTriangle size={13} aria-hidden /> {problem}
    </span>
  ))
