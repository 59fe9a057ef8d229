import type { Input } from '#contract/endpoint.ts'
import { useRead } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import type { OnPage } from '#web/list/Paging.tsx'
import { SearchBox } from '#web/list/SearchBox.tsx'
import { Card } from '#web/ui/Card.tsx'
import { roles, type Person } from '../role-contract.ts'
import { describeRoles } from '../rules.ts'
import { WHO_PAGE } from '../role-rules.ts'
import { paths } from './role-paths.ts'
import styles from './Roles.module.css'

type Props = {
  permission: Input<typeof roles.holders.params>['permission']
  page: number
  search: string | undefined
  onPage: OnPage
  onSearch: (term: string | undefined) => void
}

const columns: Column<Person>[] = [
  { id: 'name', title: 'Name', main: true, cell: (person) => person.name || person.email },
  { id: 'email', title: 'Email', wide: true, cell: (person) => person.email },
  { id: 'userType', title: 'Role', cell: (person) => person.userType },
  { id: 'role', title: 'Admin Role', cell: (person) => describeRoles(person) ?? 'Nil' },
]

/** Who has a permission, and what it allows. */
export function Holders({ permission, page, search, onPage, onSearch }: Props) {
  const reading = useRead(roles.holders, { params: { permission }, query: { page, perPage: WHO_PAGE, search } })
  const all = useRead(roles.permissions, {})
  const allows = all.data?.find(({ name }) => name === permission)?.allows
  return (
    <>
      <List
        label="By permission"
        columns={columns}
        reading={reading}
        rows={reading.data?.admins}
        total={reading.data?.totalCount}
        page={page}
        perPage={WHO_PAGE}
        onPage={onPage}
        rowKey={(person) => String(person.id)}
        rowTo={(person) => paths.ofPerson(person.id)}
        empty={{
          title: 'No one found',
          text: search ? 'No one with that name has this permission' : 'No one has this permission',
        }}
        toolbar={<SearchBox label="Search by name or email" value={search ?? ''} onSearch={onSearch} />}
      />
      {allows && (
        <Card title="Allows">
          <ul className={styles.opens}>
            {allows.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
