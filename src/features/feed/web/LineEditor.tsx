import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { cinemas } from '#features/cinemas/contract.ts'
import { cinemaLabel } from '#features/cinemas/rules.ts'
import { MoviePicker } from '#features/movies/web/MoviePicker.tsx'
import { METHOD_LABELS } from '#features/trade/rules.ts'
import { useRead } from '#web/api/queries.ts'
import { config } from '#web/config.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { Select } from '#web/form/Select.tsx'
import { TextArea } from '#web/form/TextArea.tsx'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import type { Form } from '#web/form/useForm.ts'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import { draftErrors, draftOf, fieldsOf, isShown, lineOf, type LineDraft, type LineField } from '../line-form-rules.ts'
import type { StreamName } from '../rules.ts'
import styles from './LineEditor.module.css'

const MomentField = lazy(() => import('#web/form/MomentField.tsx'))

type Line = Record<string, unknown>
/** What is typed: into the fields, or as JSON where that is open. */
export type LineValues = { draft: LineDraft; json: string | null }

const asJson = (line: object) => JSON.stringify(line, null, 2)
const draftFrom = (stream: StreamName, line: Line) => draftOf(fieldsOf(stream), line, config.zone)
export const lineValues = (stream: StreamName, line: Line): LineValues => ({
  draft: draftFrom(stream, line),
  json: null,
})

/** The line as it is sent. */
export const lineFrom = (stream: StreamName, { draft, json }: LineValues): Line =>
  json === null ? lineOf(fieldsOf(stream), draft, config.zone) : (JSON.parse(json) as Line)

export const lineProblems = (stream: StreamName, { draft, json }: LineValues): Record<string, string | null> =>
  json === null ? draftErrors(stream, draft, config.zone) : { json: problemOf(json) }

/** What the server says is wrong with a line, `line.lines.0.amount`, at its field where that is shown; undefined where it says nothing. */
export function lineErrors(stream: StreamName, { draft, json }: LineValues, fields: Record<string, string>) {
  const wrong = Object.entries(fields).filter(([name]) => /^line(\.|$)/.test(name))
  if (!wrong.length) return
  return Object.fromEntries(
    wrong.map(([name, message]) => {
      const path = name.slice('line.'.length)
      return [json !== null ? 'json' : isShown(stream, draft, path) ? path : 'draft', message]
    }),
  )
}

/** Why a text is no line; null of one that is. */
function problemOf(text: string): string | null {
  try {
    const line: unknown = JSON.parse(text)
    return line && typeof line === 'object' && !Array.isArray(line) ? null : 'The line is an object: { … }'
  } catch {
    return 'This is not JSON. Check commas and quotation marks'
  }
}

type Props<T extends LineValues> = { stream: StreamName; form: Form<T>; onDirty: () => void }

/** A line's fields, or its JSON. */
export function LineEditor<T extends LineValues>({ stream, form, onDirty }: Props<T>) {
  const { draft, json } = form.values
  const change = (values: Partial<LineValues>) => {
    onDirty()
    form.setValues(values as Partial<T>)
  }
  const openJson = () => change({ json: asJson(lineFrom(stream, form.values)) })
  const closeJson = () => {
    const problem = problemOf(json!)
    if (problem) form.setErrors({ json: problem })
    else change({ draft: draftFrom(stream, JSON.parse(json!) as Line), json: null })
  }
  return (
    <div className={styles.editor}>
      {json === null ? (
        <>
          <p className={styles.note}>{`Times are in ${ZONE_NAME}. Empty fields are not sent.`}</p>
          <Fields
            fields={fieldsOf(stream)}
            draft={draft}
            path=""
            errors={form.errors}
            onChange={(next, path) => {
              onDirty()
              form.setFieldValue('draft', next)
              // Rows have other places then.
              if (path in next.rows) form.clearErrors()
              else form.clearFieldError(path)
            }}
          />
          {form.errors.draft && (
            <p className={styles.wrong} role="alert">
              {form.errors.draft}
            </p>
          )}
        </>
      ) : (
        <TextArea
          label="Line"
          description="Its id stays. Amounts are naira, and times have their zone."
          rows={18}
          spellCheck={false}
          classNames={{ input: styles.json! }}
          value={json}
          onChange={({ currentTarget }) => change({ json: currentTarget.value })}
          error={form.errors.json}
        />
      )}
      <Button
        className={styles.switch!}
        variant="subtle"
        size="compact-sm"
        onClick={json === null ? openJson : closeJson}
      >
        {json === null ? 'Advanced: edit as JSON' : 'Edit as a form'}
      </Button>
    </div>
  )
}

type Change = (draft: LineDraft, path: string) => void
type Errors = Readonly<Record<string, string>>
type FieldsProps = { fields: readonly LineField[]; draft: LineDraft; path: string; errors: Errors; onChange: Change }

function Fields({ fields, draft, path, errors, onChange }: FieldsProps) {
  const isRows = ({ kind }: LineField) => kind === 'rows'
  return (
    <>
      <div className={styles.fields}>
        {fields
          .filter((field) => !isRows(field))
          .map((field) => {
            const { name } = field
            return (
              <Input
                key={name}
                of={field}
                was={draft.was[name]}
                value={draft.typed[name]!}
                error={errors[path + name]}
                onChange={(text) => onChange({ ...draft, typed: { ...draft.typed, [name]: text } }, path + name)}
              />
            )
          })}
      </div>
      {fields.filter(isRows).map((field) => (
        <Rows
          key={field.name}
          of={field}
          rows={draft.rows[field.name]!}
          path={path + field.name}
          errors={errors}
          onChange={(rows, at) => onChange({ ...draft, rows: { ...draft.rows, [field.name]: rows } }, at)}
        />
      ))}
    </>
  )
}

type RowsProps = {
  of: LineField
  rows: readonly LineDraft[]
  path: string
  errors: Errors
  onChange: (rows: LineDraft[], path: string) => void
}

function Rows({ of, rows, path, errors, onChange }: RowsProps) {
  const add = () => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1
    onChange([...rows, draftOf(of.fields, {}, config.zone, key)], path)
  }
  return (
    <>
      {rows.map((row, n) => (
        <fieldset key={row.key} className={styles.row}>
          <legend>{`Line ${n + 1}`}</legend>
          <Fields
            fields={of.fields}
            draft={row}
            path={`${path}.${n}.`}
            errors={errors}
            onChange={(next, at) => onChange(rows.with(n, next), at)}
          />
          <Button
            className={styles.switch!}
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconTrash size={14} />}
            onClick={() => onChange(rows.toSpliced(n, 1), path)}
          >
            {`Remove line ${n + 1}`}
          </Button>
        </fieldset>
      ))}
      {errors[path] && <p className={styles.wrong}>{errors[path]}</p>}
      <Button
        className={styles.switch!}
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        onClick={add}
      >
        Add line
      </Button>
    </>
  )
}

type InputProps = {
  of: LineField
  /** As it was sent. */
  was: unknown
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

function Input({ of, was, value, error, onChange }: InputProps): ReactNode {
  const { label, kind, isNeeded, options } = of
  const clear = isNeeded ? {} : { clearable: true, clearButtonProps: { 'aria-label': `Clear ${label}` } }
  const plain = { label, error }
  switch (kind) {
    case 'naira':
      return <MoneyInput {...plain} value={value} onChange={onChange} />
    case 'instant':
      return (
        <Suspense fallback={<Skeleton height={60} />}>
          <MomentField {...plain} clock="00:00" value={value} onChange={onChange} />
        </Suspense>
      )
    case 'day':
      return <DayInput {...plain} {...clear} value={value || null} onChange={(day) => onChange(day ?? '')} />
    case 'choice':
      return (
        <Select
          {...plain}
          {...clear}
          allowDeselect={false}
          data={options.map((one) => ({ value: one, label: choiceWords(one) }))}
          value={value || null}
          onChange={(one) => onChange(one ?? '')}
        />
      )
    case 'yesNo':
      return (
        <Checkbox
          {...plain}
          className={styles.check!}
          checked={value === 'true'}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : was == null ? '' : 'false')}
        />
      )
    case 'cinema':
      return <CinemaSelect {...plain} {...clear} value={value} onChange={onChange} />
    case 'movie':
      return <MoviePicker {...plain} value={value} onChange={(movie) => onChange(movie?.id ?? '')} />
    default:
      return (
        <TextInput
          {...plain}
          autoComplete="off"
          inputMode={kind === 'count' ? 'numeric' : undefined}
          placeholder={kind === 'texts' ? 'F7, F8' : undefined}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

/** A line to be read, with its JSON. */
export const LineFacts = ({ stream, line }: { stream: StreamName; line: Line }) => (
  <div className={styles.editor}>
    <Shown fields={fieldsOf(stream)} line={line} />
    <details className={styles.note}>
      <summary>As JSON</summary>
      <pre className={styles.json}>{asJson(line)}</pre>
    </details>
  </div>
)

function Shown({ fields, line }: { fields: readonly LineField[]; line: Line }) {
  const isThere = ({ name }: LineField) => String(line[name] ?? '') !== ''
  const [rows, plain] = [true, false].map((is) => fields.filter((of) => isThere(of) && (of.kind === 'rows') === is))
  return (
    <>
      <Facts>
        {plain!.map((of) => (
          <Fact key={of.name} label={of.label}>
            {of.kind === 'cinema' ? <CinemaName id={String(line[of.name])} /> : shownValue(of, line[of.name])}
          </Fact>
        ))}
      </Facts>
      {rows!.flatMap((of) =>
        (line[of.name] as Line[]).map((row, n) => (
          <fieldset key={`${of.name} ${n}`} className={styles.row}>
            <legend>{`Line ${n + 1}`}</legend>
            <Shown fields={of.fields} line={row} />
          </fieldset>
        )),
      )}
    </>
  )
}

function CinemaName({ id }: { id: string }) {
  const found = useCinemas()
    .data?.flatMap((state) => state.cinemas)
    .find((cinema) => cinema.id === id)
  return found ? `${cinemaLabel(found)} (${id})` : id
}
const useCinemas = () => useRead(cinemas.list, { query: { with_closed: 'true' } })

function shownValue({ kind }: LineField, value: unknown): string {
  if (kind === 'instant') return showInstant(String(value))
  if (kind === 'naira') return showNaira(Number(value))
  if (kind === 'choice') return choiceWords(String(value))
  if (kind === 'yesNo') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const choiceWords = (value: string): string =>
  (METHOD_LABELS as Record<string, string>)[value] ??
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

type CinemaProps = { label: string; error: string | undefined; value: string; onChange: (id: string) => void }

/** Closed cinemas too, and an id that is none of a cinema. */
function CinemaSelect({ value, onChange, ...input }: CinemaProps) {
  const { data = [], error } = useCinemas()
  const groups = data.map(({ name, cinemas: of }) => ({
    group: name,
    items: of.map((cinema) => ({ value: cinema.id, label: cinemaLabel(cinema) })),
  }))
  const isKnown = groups.some(({ items }) => items.some((item) => item.value === value))
  return (
    <Select
      {...input}
      placeholder={error ? 'Not loaded' : ''}
      searchable
      allowDeselect={false}
      data={value && !isKnown ? [{ value, label: value }, ...groups] : groups}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
