import { ActionIcon, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { tiers } from '#features/customers/tiers/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { byTerms } from '#web/form/by-terms.ts'
import { ANY_MOST, KNOWN, nameKey, specOf, type Condition, type Names, type Of } from '../audience-rules.ts'
import styles from './Audiences.module.css'

type Props = {
  condition: Condition
  /** What the sentence says before it. */
  lead: string
  names: Names
  onNames: (more: Names) => void
  problem: string | undefined
  onChange: (to: Condition) => void
  onRemove: () => void
}

/** What stands before and behind what is filled in. */
const LABELS: Record<Condition['field'], { is: string; isNot?: string; placeholder?: string }> = {
  bought: { is: 'bought at', isNot: 'did not buy at', placeholder: 'any cinema' },
  genre: { is: 'saw', isNot: 'did not see', placeholder: 'Genres' },
  movie: { is: 'saw', isNot: 'did not see', placeholder: 'Movies' },
  last_purchase: { is: 'last bought' },
  spend: { is: 'spent' },
  subscription: { is: '', placeholder: 'have or had a subscription' },
  plan: { is: 'have the plan', isNot: 'do not have the plan', placeholder: 'Plans' },
  tier: { is: 'are', placeholder: 'Points tiers' },
  home: { is: 'have a default cinema in', placeholder: 'States' },
  app: { is: 'have the app on', isNot: 'do not have the app on', placeholder: 'any device' },
  joined: { is: 'joined' },
}

/** One condition, filled in as a part of the sentence. */
export function ConditionRow({ condition, lead, names, onNames, problem, onChange, onRemove }: Props) {
  const { label, of, hasDays, range } = specOf(condition.field)
  const { is, isNot, placeholder = '' } = LABELS[condition.field]
  const set = (patch: Partial<Condition>) => onChange({ ...condition, ...patch })
  return (
    <li className={styles.condition} aria-label={label}>
      <span className={styles.lead}>{lead}</span>
      <div className={styles.parts}>
        {isNot ? (
          <NativeSelect
            aria-label={`${label}: whether they did`}
            className={styles.verb!}
            data={[
              { value: '', label: is },
              { value: 'not', label: isNot },
            ]}
            value={condition.not ? 'not' : ''}
            onChange={({ currentTarget }) => set({ not: currentTarget.value === 'not' })}
          />
        ) : (
          is && <span className={styles.word}>{is}</span>
        )}
        {of && (
          <Values
            of={of}
            label={label}
            placeholder={placeholder}
            value={condition.any}
            names={names}
            onNames={onNames}
            onChange={(any) => set({ any })}
          />
        )}
        {range && (
          <span className={styles.together}>
            <Integer
              label={`${label}: at least`}
              prefix={range === 'naira' ? '₦' : ''}
              value={condition.from}
              onChange={(from) => set({ from })}
            />
            <span className={styles.word}>to</span>
            <Integer
              label={`${label}: at most`}
              prefix={range === 'naira' ? '₦' : ''}
              value={condition.to}
              onChange={(to) => set({ to })}
            />
            {range === 'days ago' && <span className={styles.word}>days ago</span>}
          </span>
        )}
        {hasDays && (
          <span className={styles.together}>
            <span className={styles.word}>in the last</span>
            <Integer
              label={`${label}: days`}
              placeholder="all"
              value={condition.days}
              onChange={(days) => set({ days })}
            />
            <span className={styles.word}>days</span>
          </span>
        )}
        {problem && (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        )}
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove the condition ${label}`} onClick={onRemove}>
        <IconX size={15} />
      </ActionIcon>
    </li>
  )
}

type NumberProps = {
  label: string
  prefix?: string
  placeholder?: string
  value: number | null
  onChange: (value: number | null) => void
}

/** A whole number, or nothing. */
const Integer = ({ label, prefix, placeholder = 'any', value, onChange }: NumberProps) => (
  <TextInput
    aria-label={label}
    className={styles.number!}
    inputMode="numeric"
    autoComplete="off"
    placeholder={placeholder}
    maxLength={9}
    {...(prefix && { leftSection: prefix })}
    value={value ?? ''}
    onChange={({ currentTarget }) => {
      const digits = currentTarget.value.replace(/\..*/, '').replace(/\D/g, '')
      onChange(digits === '' ? null : Number(digits))
    }}
  />
)

type ValuesProps = {
  of: Of
  label: string
  /** What the field says while nothing is chosen. */
  placeholder: string
  value: string[]
  names: Names
  onNames: (more: Names) => void
  onChange: (value: string[]) => void
}

/** Any of several, by what they are called. */
function Values(props: ValuesProps) {
  return props.of === 'movie' ? <Movies {...props} /> : <Known {...props} />
}

const several = ({ label, placeholder, value, onChange }: ValuesProps) => ({
  'aria-label': label,
  className: styles.values!,
  searchable: true,
  hidePickedOptions: true,
  maxValues: ANY_MOST,
  placeholder: value.length ? '' : placeholder,
  value,
  onChange,
})

function Known(props: ValuesProps) {
  const { of, names, value } = props
  const isOfPlaces = of === 'cinema' || of === 'state'
  const states = useRead(cinemas.list, { query: { with_closed: 'true' } }, { enabled: isOfPlaces }).data ?? []
  const plans = useRead(tiers.list, {}, { enabled: of === 'plan' }).data ?? []
  const all = Object.entries(KNOWN[of] ?? {}).map(([id, label]) => ({ value: id, label }))
  if (of === 'cinema')
    all.push(
      ...states.flatMap((state) => state.cinemas.map(({ id, cinema_name }) => ({ value: id, label: cinema_name }))),
    )
  if (of === 'state') all.push(...states.map(({ id, name }) => ({ value: String(id), label: name })))
  if (of === 'plan') all.push(...plans.map(({ product_name }) => ({ value: product_name, label: product_name })))
  return <MultiSelect {...several(props)} data={withChosen(all, of, value, names)} filter={byTerms} />
}

/** Movies are searched for: there are too many to list. */
function Movies(props: ValuesProps) {
  const { of, value, names, onNames, onChange } = props
  const [term, setTerm] = useState('')
  const [wanted] = useDebouncedValue(term.trim(), 500)
  const found = useRead(movies.search, { query: { title: wanted } })
  const options = (found.data ?? []).map(({ id, movie_title }) => ({ value: id, label: movie_title }))
  return (
    <MultiSelect
      {...several(props)}
      data={withChosen(options, of, value, names)}
      // The server has searched: all that it found is shown.
      filter={({ options: all }) => all}
      limit={20}
      onSearchChange={setTerm}
      nothingFoundMessage={found.error ? found.error.message : found.isFetching ? 'Searching…' : 'No movies match'}
      onChange={(to) => {
        onNames(
          Object.fromEntries(
            options.filter((one) => to.includes(one.value)).map((one) => [nameKey(of, one.value), one.label]),
          ),
        )
        onChange(to)
      }}
    />
  )
}

type Option = { value: string; label: string }
/** With what is chosen and was not found, such as a plan that is no longer sold. */
const withChosen = (all: readonly Option[], of: Of, chosen: readonly string[], names: Names): Option[] => [
  ...all,
  ...chosen
    .filter((value) => !all.some((one) => one.value === value))
    .map((value) => ({ value, label: names[nameKey(of, value)] ?? value })),
]
