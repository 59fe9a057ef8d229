import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, showCount } from '#contract/counted.ts'
import { callWith } from '#web/api/client.ts'
import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { imports, type ImportDraft, type PreviewLine } from '../import-contract.ts'
import { columnsProblem, dateOrderOf, type Columns } from '../import-rules.ts'
import type { DateOrder, ImportField } from '../cell-rules.ts'
import { IMPORTS } from '../kind-rules.ts'
import styles from './Import.module.css'
import { ImportNames } from './ImportNames.tsx'
import { ImportReading } from './ImportReading.tsx'
import { useUpload, type HowRead, type OnRead } from './useUpload.ts'
import { stateLabel } from './action-labels.ts'

type Props = {
  draft: ImportDraft
  file: File
  how: HowRead
  place: Readonly<Record<string, unknown>>
  onRead: OnRead
  onChosen: (chosen: Columns) => void
  onCheck: () => void
  onClose: () => void
}

/** Which column of the file is what, and the first lines as they will be. */
export function ImportColumns({ draft, file, how, place, onRead, onChosen, onCheck, onClose }: Props) {
  const { id, action, headings, samples, seen, chosen } = draft
  const kind = IMPORTS[action]!
  const { fields } = kind
  const [typed, setTyped] = useState(chosen.forAll)
  const reading = useUpload({ action, place: place }, onRead)
  const check = useSave(imports.check, { says: false, onDone: onCheck })
  const problem = columnsProblem(chosen, seen, kind)
  const set = (more: Partial<Columns>) => onChosen({ ...chosen, ...more })
  const setColumn = (at: number, name: string) =>
    set({ columns: chosen.columns.map((was, n) => (n === at ? name || null : was === name ? null : was)) })
  const isMapped = ({ name }: ImportField) => chosen.columns.includes(name)
  const forAll = fields.filter((field) => field.forAll && !isMapped(field))
  const isUnclear = chosen.dates !== null || dateOrderOf(chosen, seen, fields) === undefined
  return (
    <Dialog
      title={kind.label}
      opened
      onClose={onClose}
      size="xl"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            loading={check.isPending}
            disabledReason={problem}
            onClick={() => check.mutate({ params: { id }, body: chosen })}
          >
            Check {counted(draft.counts.read, 'line')}
          </ActionButton>
        </>
      }
    >
      <div className={styles.part}>
        <ImportReading
          draft={draft}
          isReading={reading.share !== undefined}
          error={reading.error}
          onChange={(more) => {
            const { heading: _, ...others } = how
            // In other cells the headings are looked for anew.
            const isOther = 'sheet' in more || 'separator' in more
            void reading.send(file, { ...(isOther ? others : how), ...more })
          }}
        />
        <table className={styles.columns} aria-label="Columns of the file">
          <thead>
            <tr>
              <th scope="col">Column in the file</th>
              <th scope="col">First values</th>
              <th scope="col">Import as</th>
            </tr>
          </thead>
          <tbody>
            {headings.map((heading, at) => {
              const name = heading || `Column ${at + 1}`
              return (
                // Two columns may have one heading.
                <tr key={`${at} ${heading}`}>
                  <th scope="row">{name}</th>
                  <td className={styles.sample}>{samples[at]!.join(', ') || '–'}</td>
                  <td>
                    <NativeSelect
                      size="xs"
                      aria-label={`Import ${name} as`}
                      value={chosen.columns[at] ?? ''}
                      data={[
                        { value: '', label: 'Do not import' },
                        ...fields.map((field) => ({ value: field.name, label: field.label })),
                      ]}
                      onChange={({ currentTarget }) => setColumn(at, currentTarget.value)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {(forAll.length > 0 || isUnclear) && (
          <div className={styles.fields}>
            {isUnclear && (
              <NativeSelect
                label="How dates are written"
                value={chosen.dates ?? ''}
                data={[
                  { value: '', label: 'Choose' },
                  { value: 'dmy', label: 'Day first: 31/12/2026' },
                  { value: 'mdy', label: 'Month first: 12/31/2026' },
                  { value: 'swapped', label: 'Day first, but the spreadsheet read month first' },
                ]}
                onChange={({ currentTarget }) => set({ dates: (currentTarget.value || null) as DateOrder | null })}
              />
            )}
            {forAll.map(({ name, label, choices }) =>
              choices ? (
                <NativeSelect
                  key={name}
                  label={`${label}, for all lines`}
                  value={chosen.forAll[name] ?? ''}
                  data={[{ value: '', label: 'None' }, ...Object.keys(choices)]}
                  onChange={({ currentTarget }) => set({ forAll: { ...chosen.forAll, [name]: currentTarget.value } })}
                />
              ) : (
                <TextInput
                  key={name}
                  label={`${label}, for all lines`}
                  value={typed[name] ?? ''}
                  onChange={({ currentTarget: { value } }) => setTyped((old) => ({ ...old, [name]: value }))}
                  // What is half typed is no cinema yet.
                  onBlur={() => set({ forAll: { ...chosen.forAll, [name]: typed[name] ?? '' } })}
                />
              ),
            )}
          </div>
        )}
        {problem && <p className={styles.missing}>{problem}</p>}
        <Preview draft={draft} onNames={(names) => set({ names })} />
      </div>
    </Dialog>
  )
}

type PreviewProps = { draft: ImportDraft; onNames: (names: Columns['names']) => void }

function Preview({ draft: { id, action, chosen }, onNames }: PreviewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [imports.preview.feature, id, chosen],
    queryFn: () => callWith(imports.preview, { params: { id }, body: chosen }),
    placeholderData: (before) => before,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={180} />
  const { lines, names } = data.data
  const { fields } = IMPORTS[action]!
  const visible = fields.filter(({ name }) => lines.some(({ values }) => values[name] !== undefined))
  return (
    <>
      <ImportNames names={names} chosen={chosen.names} fields={fields} onChange={onNames} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too */}
      <div className={styles.preview} role="region" aria-label="Preview" tabIndex={0}>
        <table aria-label="Preview of the first lines">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Result</th>
              {visible.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.line}>
                <td>{showCount(line.line)}</td>
                <td>
                  <Result of={line} action={action} />
                </td>
                {visible.map(({ name }) => (
                  <td key={name}>{line.values[name] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const Result = ({ of: { state, message }, action }: { of: PreviewLine; action: string }) => (
  <span className={styles.result}>
    <StatusPill tone={state === 'rejected' ? 'bad' : state === 'same' ? 'neutral' : 'good'}>
      {stateLabel({ action, undoes: null, state: 'columns' }, state)}
    </StatusPill>
    {message && <span>{message}</span>}
  </span>
)
