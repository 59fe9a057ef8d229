import { ActionIcon, Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { inOrder, unmarked } from '#contract/isolate.ts'
import { addMonths } from '#contract/time.ts'
import { useRead } from '#web/api/queries.ts'
import { DateRange, LAST_MONTH, LATELY } from '#web/form/DateRange.tsx'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showInstant, today } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { ACTION_KIND_LABELS, ACTION_KIND_NAMES, AREA_NAMES, areaLabel } from '../kind-rules.ts'
import { audit, type AuditLine } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Audit.module.css'

// Fetched when it is opened.
const ChangeDrawer = lazyDialog(() => import('./ChangeDrawer.tsx').then((module) => module.ChangeDrawer))

type Named = Pick<AuditLine, 'entity' | 'entity_id'>
const recordName = ({ entity, entity_id: id }: Named) => `${entity} ${id}`

/** Ids by which their screen does not know them: a code stands there, or what has no record. */
const NO_SCREEN = new Set(['notification', 'referral link'])
const linkedId = ({ entity, entity_id: id }: Named) => (NO_SCREEN.has(entity) || !/^\d[\d-]*$/.test(id) ? null : id)

/** What is done to no record. */
const NO_RECORD = new Set(['export'])

/** What was done, by whom, when, with what it changed. */
export function AuditPage() {
  const list = useList(audit.list, {
    label: 'Audit log',
    rows: (data) => data.lines,
    query: ({ start_date: start = addMonths(today(), -1), end_date: end }) => ({
      start_date: start,
      end_date: end && end >= start ? end : today(),
    }),
  })
  const [opened, setOpened] = useState<AuditLine>()
  const { setAddress } = list
  const { entity, entity_id, about, start_date: start, end_date: end } = list.filter
  const people = useRead(audit.people, {})
  const columns: Column<AuditLine>[] = [
    { id: 'summary', title: 'Summary', main: true, width: '36%', cell: (line) => inOrder(line.summary) },
    { id: 'actor', title: 'Who', bare: true, cell: (line) => line.actor },
    { id: 'at', title: 'When', sort: 'at', bare: true, cell: (line) => <OneLine>{showInstant(line.at)}</OneLine> },
    {
      id: 'record',
      title: 'Record',
      bare: true,
      wide: true,
      cell: (line) => (
        <span className={styles.record}>
          <RecordLink kind={line.entity} id={linkedId(line)} className={styles.link}>
            {recordName(line)}
          </RecordLink>
          <Tip label={`Only ${recordName(line)}`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`Show only entries of ${recordName(line)}`}
              onClick={() => setAddress({ entity: line.entity, entity_id: line.entity_id })}
            >
              <IconFilter size={14} />
            </ActionIcon>
          </Tip>
        </span>
      ),
    },
    {
      id: 'change',
      title: 'Change',
      bare: true,
      wide: true,
      cell: (line) => {
        const label = line.before || line.after ? 'See what changed' : 'See the record'
        return NO_RECORD.has(line.entity) ? (
          '–'
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => setOpened(line)}
            aria-label={`${label}: ${unmarked(line.summary)}`}
          >
            {label}
          </Button>
        )
      },
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Audit log"
      note={list.data?.isTruncated ? messages.truncated : undefined}
      columns={columns}
      setAddress={(patch, how) =>
        // Its kind goes with the record.
        setAddress('entity_id' in patch ? { entity: undefined, ...patch } : patch, how)
      }
      filters={[
        {
          name: 'actionKind',
          label: 'Action',
          options: ACTION_KIND_NAMES.map((value) => ({ value, label: ACTION_KIND_LABELS[value] })),
        },
        { name: 'area', label: 'Area', options: AREA_NAMES.map((value) => ({ value, label: areaLabel(value) })) },
        {
          name: 'person',
          label: 'Person',
          options: people.data?.people.map(({ id, name }) => ({ value: String(id), label: name })) ?? [],
        },
        ...(entity && entity_id
          ? [
              {
                name: 'entity_id',
                label: 'Record',
                options: [{ value: entity_id, label: recordName({ entity, entity_id }) }],
              },
            ]
          : []),
        ...(about ? [{ name: 'about' as const, label: 'About', options: [{ value: about, label: about }] }] : []),
      ]}
      empty={{ title: 'No entries match', text: 'Choose other dates, remove a filter or try another search' }}
      searchLabel="Search by person, summary or record"
      // A file of the log is for keeping: it has everything, whatever the screen shows.
      csv={{ endpoint: audit.csv }}
      controls={
        <DateRange
          label="Start and end date"
          start={start}
          end={end}
          presets={[LAST_MONTH, ...LATELY]}
          onChange={(range) => setAddress({ start_date: range.start, end_date: range.end })}
        />
      }
    >
      <ChangeDrawer opened={opened !== undefined} line={opened} onClose={() => setOpened(undefined)} />
    </ListScreen>
  )
}
