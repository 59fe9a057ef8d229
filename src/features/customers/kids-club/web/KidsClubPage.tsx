import { showCount } from '#contract/counted.ts'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { showPhone } from '#contract/phone.ts'
import { ageOn, dayOf } from '#contract/time.ts'
import { customers, type KidsClubUser } from '#features/customers/customers/contract.ts'
import { messages as customerMessages } from '#features/customers/customers/rules.ts'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { useOpened } from '#web/list/opened.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ActionsMenu } from '#web/ui/ActionsMenu.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showDay, today } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { kidsClub } from '../contract.ts'
import { messages, SEARCH_DEBOUNCE_MS, type ConsentSource } from '../rules.ts'
import styles from './KidsClub.module.css'
import { nameOf } from './format.ts'

// Fetched when they are opened.
const AddDialog = lazy(() => import('./AddDialog.tsx'))
const MemberDialog = lazy(() => import('./MemberDialog.tsx'))

const FILTERS = [
  { name: 'consent', label: 'Consent', options: { given: 'Given', missing: 'Missing' } },
  { name: 'age', label: 'Age', none: 'No date of birth' },
  { name: 'turns_13', label: 'Turns 13', isComing: true },
  { name: 'joined', label: 'Date added' },
]

/** Kids club (operations 2): its members, their guardians, and whose consent is missing. */
export function KidsClubPage() {
  const list = useList(customers.all, {
    label: 'Kids club',
    rows: (data) => data.users as KidsClubUser[],
    searchField: 'search_query',
    query: () => ({ forKidsClub: 'true' as const }),
  })
  const me = useMe()
  const [edited, setEdited] = useState<KidsClubUser>()
  const [isAdding, setAdding] = useOpened('new')
  const summary = useRead(kidsClub.summary, {})
  const putBack = useSave(kidsClub.add, { says: messages.putBack })
  const remove = useSave(kidsClub.remove, {
    says: false,
    onSuccess: ({ data: { userId, guardianName, consentDate, consentSource, createdAt } }) =>
      showToast('success', messages.removed, {
        label: 'Undo',
        onAction: () =>
          putBack.mutate({
            body: {
              userId,
              guardianName,
              consentDate,
              consentSource: consentSource as ConsentSource | null,
              joinedAt: createdAt,
            },
          }),
      }),
  })
  const askToRemove = async (member: KidsClubUser) => {
    const yes = await confirm({
      title: `Remove ${nameOf(member)} from the kids club?`,
      text: 'The customer and purchases stay. Guardian and consent details are deleted.',
      action: 'Remove',
      danger: true,
    })
    if (yes) remove.mutate({ params: { id: member.userId } })
  }

  const columns: Column<KidsClubUser>[] = [
    {
      id: 'rosettaCardNumber',
      title: 'ID',
      card: false,
      yields: 'second',
      cell: (member) => member.rosettaCardNumber ?? '–',
    },
    { id: 'name', title: 'Name', sort: 'name', main: true, cell: nameOf },
    {
      id: 'email',
      title: 'Email',
      sort: 'email',
      bare: true,
      cell: ({ email }) => email ?? '–',
    },
    {
      id: 'mobile',
      title: 'Phone Number',
      bare: true,
      cell: (member) => <span className={styles.phone}>{member.mobile ? showPhone(member.mobile) : '–'}</span>,
    },
    {
      id: 'createdAt',
      title: 'Date Added',
      card: false,
      sort: 'createdAt',
      yields: 'first',
      cell: (member) => showDay(dayOf(member.createdAt, config.zone)),
    },
    {
      id: 'age',
      file: false,
      title: 'Age',
      numeric: true,
      cell: ({ dateOfBirth }) => (dateOfBirth ? ageOn(dateOfBirth, today()) : '–'),
    },
    { id: 'guardianName', title: 'Guardian', wide: true, cell: (member) => <GuardianOf member={member} /> },
    {
      id: 'consent',
      file: ['consentDate', 'consentSource'],
      title: 'Consent',
      side: true,
      cell: ({ consentDate }) =>
        consentDate ? <StatusPill tone="good">Given</StatusPill> : <StatusPill tone="warn">Missing</StatusPill>,
    },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      bare: true,
      cell: (member) => (
        <ActionsMenu
          of={nameOf(member)}
          isBusy={remove.isPending && remove.variables.params.id === member.userId}
          actions={[
            {
              label: 'Edit guardian and consent',
              permission: kidsClub.edit.permission,
              onClick: () => setEdited(member),
            },
            {
              label: 'Remove from the club',
              permission: kidsClub.remove.permission,
              danger: true,
              onClick: () => void askToRemove(member),
            },
          ]}
        />
      ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Kids Klub"
      note={summary.data ? noteOf(summary.data) : summary.isPending && <Skeleton height={16} width={220} />}
      columns={columns}
      reading={{
        ...list.reading,
        ahead: list.reading.ahead,
        error: list.reading.error && new Error(customerMessages.thereIsAnError),
      }}
      total={list.data?.totalItems}
      rowKey={(member) => String(member.userId)}
      rowTo={(member) => customerPaths.profile(member.userId)}
      empty={{
        title: messages.noMembers,
        text: "Add a customer with their guardian's consent",
        permission: kidsClub.add.permission,
      }}
      searchLabel="Search for a member"
      searchDebounceMs={SEARCH_DEBOUNCE_MS}
      filters={FILTERS}
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={kidsClub.add.permission}
          onClick={() => setAdding(true)}
        >
          Add member
        </ActionButton>
      }
      csv={{
        endpoint: customers.allCsv,
        disabledReason: refusal(me, 'customers:export') && refusal(me, 'kids-club:export'),
      }}
    >
      <Suspense>
        {isAdding && <AddDialog onClose={() => setAdding(false)} />}
        {edited && <MemberDialog member={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </ListScreen>
  )
}

const GuardianOf = ({ member: { guardianName, consentDate, consentSource } }: { member: KidsClubUser }) => (
  <span className={styles.guardian}>
    <OneLine>{guardianName || '–'}</OneLine>
    {consentDate && (
      <span className={styles.more} title={`${showDay(consentDate)}, ${consentSource}`}>
        {showDay(consentDate)}
        <span className={styles.source}>, {consentSource}</span>
      </span>
    )}
  </span>
)

const noteOf = ({ members, without_consent: without }: { members: number; without_consent: number }) =>
  `${showCount(members)} ${members === 1 ? 'member' : 'members'}, ${
    without === 0 ? 'all with guardian consent' : `${showCount(without)} without guardian consent`
  }`
