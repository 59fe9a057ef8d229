import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { cinemaLabel } from '#features/programming/cinemas/rules.ts'
import { MoviePicker } from '#features/programming/movies/web/MoviePicker.tsx'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
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
import {
  draftErrors,
  draftOf,
  fieldsOf,
  hasField,
  recordOf,
  type RecordDraft,
  type RecordField,
} from '../record-form-rules.ts'
import type { RecordType } from '../rules.ts'
import styles from './RecordEditor.module.css'

const MomentField = lazy(() => import('#web/form/MomentField.tsx'))

type SentRecord = Record<string, unknown>
/** Typed values of the fields, or the JSON where the editor shows it. */
export type RecordValues = { draft: RecordDraft; json: string | null }

const asJson = (line: object) => JSON.stringify(line, null, 2)
const draftFrom = (recordType: RecordType, line: SentRecord) => draftOf(fieldsOf(recordType), line, config.zone)
export const recordValues = (recordType: RecordType, line: SentRecord): RecordValues => ({
  draft: draftFrom(recordType, line),
  json: null,
})

/** Returns the record to send. */
export const recordFrom = (recordType: RecordType, { draft, json }: RecordValues): SentRecord =>
  json === null ? recordOf(fieldsOf(recordType), draft, config.zone) : (JSON.parse(json) as SentRecord)

export const recordProblems = (recordType: RecordType, { draft, json }: RecordValues): Record<string, string | null> =>
  json === null ? draftErrors(recordType, draft, config.zone) : { json: problemOf(json) }

/** Maps the server's errors of a record to the visible fields: `line.lines.0.amount`. Undefined if there are none. */
export function recordErrors(recordType: RecordType, { draft, json }: RecordValues, fields: Record<string, string>) {
  const wrong = Object.entries(fields).filter(([name]) => /^line(\.|$)/.test(name))
  if (!wrong.length) return
  return Object.fromEntries(
    wrong.map(([name, message]) => {
      const path = name.slice('line.'.length)
      return [json !== null ? 'json' : hasField(recordType, draft, path) ? path : 'draft', message]
    }),
  )
}

/** Returns why a text is not a record; null if it is. */
function problemOf(text: string): string | null {
  try {
    const line: unknown = JSON.parse(text)
    return line && typeof line === 'object' && !Array.isArray(line) ? null : 'The record must be an object: { … }'
  } catch {
    return 'This is not JSON. Check commas and quotation marks.'
  }
}

type Props<T extends RecordValues> = { record_type: RecordType; form: Form<T>; onDirty: () => void }

/** Edits the fields of a record, or its JSON. */
export function RecordEditor<T extends RecordValues>({ record_type: recordType, form, onDirty }: Props<T>) {
  const { draft, json } = form.values
  const change = (values: Partial<RecordValues>) => {
    onDirty()
    form.setValues(values as Partial<T>)
  }
  const openJson = () => change({ json: asJson(recordFrom(recordType, form.values)) })
  const closeJson = () => {
    const problem = problemOf(json!)
    if (problem) form.setErrors({ json: problem })
    else change({ draft: draftFrom(recordType, JSON.parse(json!) as SentRecord), json: null })
  }
  return (
    <div className={styles.editor}>
      {json === null ? (
        <>
          <p className={styles.note}>{`Times are in ${ZONE_NAME}. Empty fields are not sent.`}</p>
          <Fields
            fields={fieldsOf(recordType)}
            draft={draft}
            path=""
            errors={form.errors}
            onChange={(next, path) => {
              onDirty()
              form.setFieldValue('draft', next)
              // Because the errors of rows are keyed by their index.
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
          label="Record"
          description="The ID cannot change. Enter amounts in naira, and times with their zone."
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

type Change = (draft: RecordDraft, path: string) => void
type Errors = Readonly<Record<string, string>>
type FieldsProps = {
  fields: readonly RecordField[]
  draft: RecordDraft
  path: string
  errors: Errors
  onChange: Change
}

function Fields({ fields, draft, path, errors, onChange }: FieldsProps) {
  const isRows = ({ kind }: RecordField) => kind === 'rows'
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
  of: RecordField
  rows: readonly RecordDraft[]
  path: string
  errors: Errors
  onChange: (rows: RecordDraft[], path: string) => void
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
  of: RecordField
  /** Value as sent. */
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
          data={options.map((one) => ({ value: one, label: choiceLabel(one) }))}
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

/** Shows a record with its JSON, read only. */
export const RecordFacts = ({ record_type: recordType, line }: { record_type: RecordType; line: SentRecord }) => (
  <div className={styles.editor}>
    <FieldFacts fields={fieldsOf(recordType)} line={line} />
    <details className={styles.note}>
      <summary>As JSON</summary>
      <pre className={styles.json}>{asJson(line)}</pre>
    </details>
  </div>
)

function FieldFacts({ fields, line }: { fields: readonly RecordField[]; line: SentRecord }) {
  const isThere = ({ name }: RecordField) => String(line[name] ?? '') !== ''
  const [rows, plain] = [true, false].map((is) => fields.filter((of) => isThere(of) && (of.kind === 'rows') === is))
  return (
    <>
      <Facts>
        {plain!.map((of) => (
          <Fact key={of.name} label={of.label}>
            {of.kind === 'cinema' ? <CinemaName id={String(line[of.name])} /> : displayValue(of, line[of.name])}
          </Fact>
        ))}
      </Facts>
      {rows!.flatMap((of) =>
        (line[of.name] as SentRecord[]).map((row, n) => (
          <fieldset key={`${of.name} ${n}`} className={styles.row}>
            <legend>{`Line ${n + 1}`}</legend>
            <FieldFacts fields={of.fields} line={row} />
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

function displayValue({ kind }: RecordField, value: unknown): string {
  if (kind === 'instant') return showInstant(String(value))
  if (kind === 'naira') return showNaira(Number(value))
  if (kind === 'choice') return choiceLabel(String(value))
  if (kind === 'yesNo') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const choiceLabel = (value: string): string =>
  (METHOD_LABELS as Record<string, string>)[value] ??
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

type CinemaProps = { label: string; error: string | undefined; value: string; onChange: (id: string) => void }

/** Lists closed cinemas too, and an unknown id as it is. */
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
