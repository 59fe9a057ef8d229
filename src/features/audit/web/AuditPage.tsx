import { Button } from '@mantine/core'
import { useState } from 'react'
import { inOrder, unmarked } from '#contract/isolate.ts'
import { addMonths } from '#contract/time.ts'
import { useRead } from '#web/api/queries.ts'
import { DateRange } from '#web/form/DateRange.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showInstant, today } from '#web/ui/format.ts'
import { audit, type AuditLine } from '../contract.ts'
import { ChangeDrawer } from './ChangeDrawer.tsx'

/** What was done, by whom, when, with what it changed. */
export function AuditPage() {
  const [address, setAddress] = useAddress(audit.list.query)
  const [opened, setOpened] = useState<AuditLine>()
  const { page = 1, perPage = 15, search, sort } = address
  const start = address.start_date ?? addMonths(today(), -1)
  const end = address.end_date && address.end_date >= start ? address.end_date : today()
  const filter = { search, sort, start_date: start, end_date: end }
  const list = useRead(audit.list, { query: { ...filter, page, perPage } })
  const columns: Column<AuditLine>[] = [
    { id: 'summary', title: 'What', main: true, width: '40%', cell: (line) => inOrder(line.summary) },
    { id: 'actor', title: 'Who', cell: (line) => line.actor },
    { id: 'at', title: 'When', sort: 'at', cell: (line) => showInstant(line.at) },
    { id: 'record', title: 'Record', cell: (line) => `${line.entity} ${line.entity_id}` },
    {
      id: 'change',
      title: 'Change',
      cell: (line) =>
        line.before || line.after ? (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => setOpened(line)}
            aria-label={`See what changed: ${unmarked(line.summary)}`}
          >
            See what changed
          </Button>
        ) : (
          '–'
        ),
    },
  ]

  return (
    <>
      <ListScreen
        title="Audit Log"
        label="Audit log"
        columns={columns}
        address={address}
        setAddress={setAddress}
        reading={list}
        rows={list.data?.lines}
        total={list.data?.totalCount}
        rowKey={(line) => String(line.id)}
        empty={{ title: 'Nothing was done in these days', text: 'Choose other days, or another word to search for.' }}
        searchLabel="Search by who, what or record"
        // A file of the log is for keeping: it has everything, whatever the screen shows.
        csv={{ endpoint: audit.csv, query: () => filter }}
        controls={
          <DateRange
            label="Start and end date"
            start={start}
            end={end}
            onChange={(range) => setAddress({ start_date: range.start, end_date: range.end })}
          />
        }
      />
      <ChangeDrawer line={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
