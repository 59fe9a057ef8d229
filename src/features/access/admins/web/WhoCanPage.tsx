import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import * as z from 'zod/mini'
import { inOrder } from '#contract/isolate.ts'
import { PageNumber, SearchTerm } from '#contract/atoms.ts'
import { areas, permissions, type Area } from '#contract/permissions.ts'
import { Select } from '#web/form/Select.tsx'
import { admins } from '../contract.ts'
import { roles } from '../role-contract.ts'
import { useRead } from '#web/api/queries.ts'
import { nameOf } from '#contract/session.ts'
import { useMe } from '#web/api/session.ts'
import { useAddress } from '#web/list/address.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { SUPERADMIN_ONLY, VERBS, type Verb } from '../role-rules.ts'
import { AllPermissions } from './AllPermissions.tsx'
import { Holders } from './Holders.tsx'
import { OfPerson } from './OfPerson.tsx'
import styles from './Roles.module.css'

const inAddress = z.object({
  person: z.optional(z.coerce.number().check(z.int())),
  permission: z.optional(z.enum([SUPERADMIN_ONLY, ...permissions])),
  /** Everybody, in place of one person or permission. */
  all: z.optional(z.literal('yes')),
  page: z._default(PageNumber, 1),
  search: SearchTerm,
})

const labelOf = (permission: string) => {
  const [area, verb] = permission.split(':') as [Area, Verb?]
  return verb ? `${VERBS[verb]}: ${areas[area].label}` : 'Superadmin-only actions'
}

/** Who can do what, both ways: what a person may do, and who may do a thing. */
export function WhoPage() {
  const me = useMe()
  const [{ person, permission, all, page = 1, search }, setAddress] = useAddress(inAddress)
  const everybody = useRead(admins.list, { query: {} })
  const people = Array.isArray(everybody.data) ? everybody.data : []
  const selectedId = person ?? me.id
  const clear = { person: undefined, permission: undefined, all: undefined, search: undefined }
  const way = all ? 'all' : permission ? 'permission' : 'person'

  return (
    <Page
      title="Staff permissions"
      back="/dashboard/admin-roles"
      note={all && `As of ${showInstant(new Date().toISOString())}`}
      actions={
        <>
          <Button variant="default" leftSection={<IconPrinter size={15} />} onClick={() => print()}>
            Print
          </Button>
          <ExportButton endpoint={roles.csv} query={{}} />
        </>
      }
    >
      <div className={styles.who}>
        <div className={styles.choice}>
          <Segmented
            label="Group by"
            value={way}
            options={[
              { value: 'all', label: 'All staff' },
              { value: 'person', label: 'By person' },
              { value: 'permission', label: 'By permission' },
            ]}
            onChange={(chosen) =>
              setAddress({
                ...clear,
                ...(chosen === 'all' && { all: 'yes' }),
                ...(chosen === 'person' && { person: me.id }),
                ...(chosen === 'permission' && { permission: permissions[0] }),
              })
            }
          />
          {way === 'permission' && (
            <Select
              key="permission"
              className={styles.picker}
              label="Permission"
              searchable
              allowDeselect={false}
              value={permission}
              data={[...permissions, SUPERADMIN_ONLY].map((value) => ({ value, label: labelOf(value) }))}
              onChange={(value) => value && setAddress({ ...clear, permission: value })}
            />
          )}
          {way === 'person' && (
            <Select
              key="person"
              className={styles.picker}
              label="Person"
              searchable
              allowDeselect={false}
              error={everybody.error?.message}
              value={people.length ? String(selectedId) : null}
              data={people.map((person) => ({
                value: String(person.id),
                label: inOrder(`${nameOf(person)} · ${person.email}`),
              }))}
              onChange={(id) => id && setAddress({ ...clear, person: id })}
            />
          )}
        </div>
        {all ? (
          <AllPermissions />
        ) : permission ? (
          <Holders
            permission={permission}
            page={page}
            search={search}
            onPage={(to, how) => setAddress({ page: to }, how)}
            onSearch={(term) => setAddress({ search: term }, { replace: true })}
          />
        ) : (
          <OfPerson id={selectedId} />
        )}
      </div>
    </Page>
  )
}
