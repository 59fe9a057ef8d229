import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { NameInput } from '#web/form/NameInput.tsx'
import { ClockInput } from '#web/form/ClockInput.tsx'
import { MultiSelect } from '#web/form/MultiSelect.tsx'
import { RecordDrawer } from '#web/form/RecordDrawer.tsx'
import { Select } from '#web/form/Select.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import type { Reporting } from '#web/list/reporting.ts'
import { reports, type Report } from '../contract.ts'
import {
  addressesIn,
  CLOSED_AT,
  draftErrors,
  EVERY,
  EVERY_LABELS,
  FORMAT_LABELS,
  FORMATS,
  LAST_DAY,
  LINK_DAYS,
  NAME_LENGTH,
  WEEKDAYS,
  type Every,
  type Format,
  type ReportDraft,
} from '../rules.ts'
import styles from './Reports.module.css'

const LABELS = {
  name: 'Name',
  every: 'When',
  weekdays: 'Days',
  monthDay: 'Day of the month',
  at: 'Time',
  format: 'File',
  colleagues: 'Colleagues',
  outside: 'External addresses',
}
const MONTH_DAYS = Array.from({ length: LAST_DAY }, (_, n) => ({
  value: String(n + 1),
  label: n + 1 === LAST_DAY ? 'Last day' : String(n + 1),
}))
/** From Monday. */
const WEEK = [...WEEKDAYS.slice(1), WEEKDAYS[0]]

const toDraft = ({ recipients, weekdays, monthDay, ...report }: Report): ReportDraft => ({
  name: report.name,
  every: report.every,
  at: report.at,
  weekdays: weekdays.map(String),
  monthDay: String(monthDay),
  format: report.format,
  colleagues: recipients.flatMap(({ adminId }) => (adminId === null ? [] : [String(adminId)])),
  outside: recipients.flatMap(({ adminId, name }) => (adminId === null ? [name] : [])).join('\n'),
})
const toBody = ({ name, every, at, weekdays, monthDay, format, colleagues, outside }: ReportDraft) => ({
  name,
  every,
  format,
  at: every === 'close' ? CLOSED_AT : at,
  weekdays: weekdays.map(Number),
  monthDay: Number(monthDay),
  colleagues: colleagues.map(Number),
  outside: addressesIn(outside),
})

type Props = {
  /** Without one, a report is made of what a screen shows. */
  edited?: Report
  made?: Omit<Reporting, 'onClose'> & { title: string }
  /** What is sent, in words. */
  about: ReactNode
  onClose: () => void
}

/** When a report is sent, as what and to whom. */
export default function ReportDrawer({ edited, made, about, onClose }: Props) {
  const me = useMe()
  const people = useRead(reports.colleagues, {})
  // People of one name are told apart.
  const named = new Map<string, string>()
  for (const { id, name } of people.data?.colleagues ?? [])
    named.set(named.has(name) ? `${name} (${id})` : name, String(id))
  const nameOf = (id: string) => [...named].find(([, one]) => one === id)?.[0]
  const report = useRecordForm({
    draft: `report:${edited?.id ?? made?.path}`,
    record: edited,
    toDraft,
    rules: draftErrors,
    skipsLeaveGuard: true,
    labels: LABELS,
    show: (field, value) => textFor(field, value, nameOf),
    create: {
      call: reports.create,
      empty: {
        name: made?.title ?? '',
        every: 'day',
        at: '08:00',
        weekdays: ['1'],
        monthDay: '1',
        format: 'csv',
        colleagues: [String(me.id)],
        outside: '',
      },
      args: (values) => {
        if (!made) return
        const { endpoint, params, query, filterLabels, path } = made
        const request = {
          call: `${endpoint.feature}.${endpoint.name}`,
          params,
          query,
          filterLabels: [...filterLabels],
          path,
        }
        return { body: { ...toBody(values), ...request } }
      },
    },
    change: {
      call: reports.change,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: { ...toBody(values), version } }),
    },
    onDone: onClose,
  })
  const { form } = report
  const { every, weekdays, colleagues } = form.values
  const days = form.getInputProps('weekdays')
  const to = form.getInputProps('colleagues')

  return (
    <RecordDrawer
      of={report}
      title={edited ? `Edit ${edited.name}` : 'Send as a report'}
      submit={edited ? 'Save' : 'Create report'}
      onClose={onClose}
    >
      <p className={styles.note}>{about}</p>
      <NameInput label={LABELS.name} maxLength={unitsOf(NAME_LENGTH)} {...form.getInputProps('name')} />
      <Select
        label={LABELS.every}
        data={EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }))}
        allowDeselect={false}
        {...(every === 'close' && {
          description: `At ${CLOSED_AT}. “Today” then means the closed day`,
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        })}
        {...form.getInputProps('every')}
      />
      {every === 'week' && (
        <MultiSelect
          {...days}
          label={LABELS.weekdays}
          data={WEEK as string[]}
          value={weekdays.map((day) => WEEKDAYS[Number(day)]!)}
          onChange={(names) => days.onChange(names.map((name) => String(WEEKDAYS.indexOf(name as never))))}
        />
      )}
      {every === 'month' && (
        <Select
          label={LABELS.monthDay}
          description="In a month without that day, its last day"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={MONTH_DAYS}
          allowDeselect={false}
          {...form.getInputProps('monthDay')}
        />
      )}
      {every !== 'close' && (
        <ClockInput label={LABELS.at} hoursLabel="Hours" minutesLabel="Minutes" {...form.getInputProps('at')} />
      )}
      <Select
        label={LABELS.format}
        data={FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
        allowDeselect={false}
        {...form.getInputProps('format')}
      />
      <MultiSelect
        {...to}
        label={LABELS.colleagues}
        placeholder={colleagues.length ? '' : 'Choose people'}
        searchable
        hidePickedOptions
        data={[...named.keys()]}
        value={colleagues.flatMap((id) => nameOf(id) ?? [])}
        onChange={(names) => to.onChange(names.map((name) => named.get(name)!))}
      />
      <Textarea
        label={LABELS.outside}
        description={`They get a link that works for ${LINK_DAYS} days, to the rows you can see. Downloads are logged.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="name@company.com, one on each line"
        autosize
        minRows={2}
        {...form.getInputProps('outside')}
      />
    </RecordDrawer>
  )
}

function textFor(
  field: keyof ReportDraft,
  value: ReportDraft[keyof ReportDraft],
  nameOf: (id: string) => string | undefined,
): string {
  if (field === 'every') return EVERY_LABELS[value as Every]
  if (field === 'format') return FORMAT_LABELS[value as Format]
  if (Array.isArray(value))
    return value.map((one) => (field === 'weekdays' ? WEEKDAYS[Number(one)] : (nameOf(one) ?? one))).join(', ')
  return value
}
