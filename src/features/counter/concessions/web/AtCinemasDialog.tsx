import { counted } from '#contract/counted.ts'
import { typedNumber, typedProblem } from '#contract/typed-number.ts'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useRead, useSave } from '#web/api/queries.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { closing } from '#web/ui/leave.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { concessions, type ConcessionProduct, type Outcome } from '../contract.ts'
import { messages, wrongOwnPrice } from '../rules.ts'
import styles from './Concessions.module.css'
import { Price } from './menu-fields.tsx'

const PRICES = [
  { value: 'leave', label: 'Keep' },
  { value: 'own', label: 'New price' },
  { value: 'pos', label: 'Use point-of-sale price' },
]
const STATES = [
  { value: 'leave', label: 'Keep' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Not active' },
]
const UNCHANGED = { price: 'leave', naira: '', state: 'leave' }
const OUTCOMES = {
  changed: { tone: 'good', label: 'Changed' },
  unchanged: { tone: 'neutral', label: 'Unchanged' },
  refused: { tone: 'bad', label: 'Rejected' },
} as const

type Props = { product: ConcessionProduct; onClose: () => void }

/** Price and activation of one product at many cinemas at once, with what became of each. */
export default function AtCinemasDialog({ product: { product_id, product_name, cinema_id }, onClose }: Props) {
  const reading = useRead(concessions.rosetta, { params: { id: product_id } })
  const cinemas = reading.data?.cinemas
  const [change, setChange] = useState(UNCHANGED)
  const [chosen, setChosen] = useState<readonly string[]>([cinema_id])
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isTouched, setTouched] = useState(false)
  const save = useSave(concessions.atCinemas, {
    onSuccess: async ({ data: { results } }) => {
      // What was refused can be tried again, on what its cinema has now: not before that is here.
      await reading.refetch({ cancelRefetch: false })
      setOutcomes(new Map(results.map((result) => [result.cinema_id, result])))
      setChosen(results.filter(({ outcome }) => outcome === 'refused').map((result) => result.cinema_id))
      setTouched(false)
    },
    onApprovalRequested: onClose,
  })
  const guard = guardWhen(() => isTouched)
  const edit = (patch: Partial<typeof UNCHANGED>) => {
    setChange({ ...change, ...patch })
    setTouched(true)
  }
  const choose = (ids: readonly string[]) => {
    setChosen(ids)
    setTouched(true)
  }

  const picked = cinemas?.filter((cinema) => chosen.includes(cinema.cinema_id)) ?? []
  const wrong =
    change.price === 'own' ? typedProblem(change.naira, { empty: messages.badPrice, wrong: wrongOwnPrice }) : undefined
  const isNothing = change.price === 'leave' && change.state === 'leave'
  const reason = isNothing ? messages.noChange : (wrong ?? (picked.length ? undefined : messages.noCinema))
  const apply = () => {
    // What became of the change before is none of this one's.
    setOutcomes(new Map())
    save.mutate({
      params: { id: product_id },
      body: {
        cinemas: picked.map(({ cinema_id: at, version }) => ({ cinema_id: at, version })),
        ...(change.price !== 'leave' && { display_price: change.price === 'pos' ? null : typedNumber(change.naira) }),
        ...(change.state !== 'leave' && { isActive: change.state === 'active' }),
      },
    })
  }
  const changed = [...outcomes.values()].filter(({ outcome }) => outcome === 'changed').length
  const missing = [...outcomes.values()].filter((one) => !cinemas?.some(({ cinema_id: at }) => at === one.cinema_id))

  return (
    <Dialog
      opened
      onClose={onClose}
      guard={guard}
      size="xl"
      title={`Prices of ${product_name}`}
      footer={
        <>
          <Button variant="default" onClick={() => void closing(onClose, guard)()}>
            Close
          </Button>
          <ActionButton
            permission={concessions.atCinemas.permission}
            disabledReason={reason}
            loading={save.isPending}
            onClick={apply}
          >
            Change at {cinemasOf(picked.length)}
          </ActionButton>
        </>
      }
    >
      <p className={styles.note}>
        Not sent to the tills: Vista Connect does not accept prices. Change them there as well. A running price change
        takes precedence.
      </p>
      <div className={styles.change}>
        <div className={styles.choice}>
          <span aria-hidden>Price</span>
          <Segmented small label="Price" options={PRICES} value={change.price} onChange={(price) => edit({ price })} />
          {change.price === 'own' && (
            <MoneyInput
              className={styles.amount!}
              size="xs"
              aria-label="Price in naira"
              value={change.naira}
              onChange={(naira) => edit({ naira })}
              error={change.naira === '' ? undefined : wrong}
            />
          )}
        </div>
        <div className={styles.choice}>
          <span aria-hidden>State</span>
          <Segmented small label="State" options={STATES} value={change.state} onChange={(state) => edit({ state })} />
        </div>
      </div>
      {reading.error && !cinemas ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : cinemas ? (
        // Scrolls within the dialog, also by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.frame} tabIndex={0} role="region" aria-label="Cinemas">
          <table className={styles.cinemas}>
            <thead>
              <tr>
                <th scope="col">
                  <Checkbox
                    size="xs"
                    label="Cinema"
                    aria-label="All cinemas"
                    checked={picked.length > 0 && picked.length === cinemas.length}
                    indeterminate={picked.length > 0 && picked.length < cinemas.length}
                    onChange={({ currentTarget: { checked } }) =>
                      choose(checked ? cinemas.map((cinema) => cinema.cinema_id) : [])
                    }
                  />
                </th>
                <th scope="col">Price and state</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {cinemas.map((cinema) => (
                <tr key={cinema.cinema_id}>
                  <td>
                    <Checkbox
                      size="xs"
                      label={cinema.cinema_name}
                      checked={chosen.includes(cinema.cinema_id)}
                      onChange={({ currentTarget: { checked } }) =>
                        choose(
                          checked
                            ? [...chosen, cinema.cinema_id]
                            : chosen.filter((other) => other !== cinema.cinema_id),
                        )
                      }
                    />
                  </td>
                  <td>
                    <Price of={cinema} />
                    <span className={styles.line}>{cinema.isActive ? 'Active' : 'Not active'}</span>
                  </td>
                  <td>
                    <Result of={outcomes.get(cinema.cinema_id)} />
                  </td>
                </tr>
              ))}
              {missing.map((outcome) => (
                <tr key={outcome.cinema_id}>
                  <td>{outcome.cinema_name}</td>
                  <td>–</td>
                  <td>
                    <Result of={outcome} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Skeleton width="100%" height={200} />
      )}
      <p className={styles.summary} role="status">
        {outcomes.size > 0 && `Changed at ${changed} of ${cinemasOf(outcomes.size)}`}
      </p>
    </Dialog>
  )
}

const cinemasOf = (count: number) => counted(count, 'cinema')

const Result = ({ of: result }: { of: Outcome | undefined }) =>
  result && (
    <span className={styles.outcome}>
      <StatusPill tone={OUTCOMES[result.outcome].tone} plain>
        {OUTCOMES[result.outcome].label}
      </StatusPill>
      <span className={styles.muted}>{result.message}</span>
    </span>
  )
