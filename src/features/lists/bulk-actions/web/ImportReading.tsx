import { Checkbox, NativeSelect } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import type { Encoding, Separator } from '#contract/table-files.ts'
import type { ImportDraft } from '../import-contract.ts'
import { countLines } from '../import-rules.ts'
import styles from './Import.module.css'
import type { HowRead } from './useUpload.ts'

const SEPARATOR_LABELS: Record<Separator, string> = {
  comma: 'Comma ,',
  semicolon: 'Semicolon ;',
  tab: 'Tab',
  bar: 'Vertical bar |',
  none: 'None: one column',
}
const ENCODING_LABELS: Record<Encoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Windows (Western)',
  macintosh: 'Mac (Western)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
}
const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

type Props = { draft: ImportDraft; isReading: boolean; error: string | undefined; onChange: (how: HowRead) => void }

/** How the file is read, and what became of each of its lines: a loss is seen at once. */
export function ImportReading({ draft, isReading, error, onChange }: Props) {
  const { name, sheets, sheet, separator, encoding, heading, beginning, counts, withHidden } = draft
  const select = (
    field: keyof HowRead,
    label: string,
    value: string | null,
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      label={label}
      size="xs"
      data={data}
      value={value ?? ''}
      disabled={isReading}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
    />
  )
  return (
    <>
      <p className={styles.note}>
        <b>{name}</b>. {countLines(counts)}
      </p>
      <div className={styles.fields}>
        {sheets.length > 1 &&
          select(
            'sheet',
            'Sheet',
            sheet,
            sheets.map((one) => ({ value: one, label: one })),
          )}
        {separator && select('separator', 'Separator', separator, choices(SEPARATOR_LABELS))}
        {encoding && select('encoding', 'Encoding', encoding, choices(ENCODING_LABELS))}
        {select('heading', 'Headings', String(heading), [
          ...beginning.map(({ n, text }) => ({ value: String(n), label: `Line ${n}: ${text}` })),
          { value: '0', label: 'None, import line 1 too' },
        ])}
      </div>
      {(counts.hidden > 0 || withHidden) && (
        <Checkbox
          size="xs"
          label={withHidden ? 'Import hidden rows too' : `Import ${counted(counts.hidden, 'hidden row')} too`}
          checked={withHidden}
          disabled={isReading}
          onChange={({ currentTarget }) => onChange({ hidden: currentTarget.checked ? 'read' : 'leave out' })}
        />
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </>
  )
}
