import { Button } from '@mantine/core'
import { IconBookmarkPlus, IconDots, IconUsers } from '@tabler/icons-react'
import { useLinkProps, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import type { Data } from '#web/api/client.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { useRemoval } from '#web/list/useRemoval.ts'
import { keepStarts } from '#web/list/start.ts'
import { EVERYTHING, type ListViews } from '#web/list/views.ts'
import { Tip } from '#web/ui/Tip.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { useOpener } from '#web/ui/useOpener.ts'
import { views, type View } from '../contract.ts'
import { isSameQuery, refusalToChange, type Query } from '../rules.ts'
import styles from './Views.module.css'
import { inAddress, describeAudience } from './labels.ts'

// Fetched when they are opened.
const ViewMenu = lazyDialog(() => import('./ViewMenu.tsx').then((module) => module.ViewMenu))
const ViewDialog = lazy(() => import('./ViewDialog.tsx'))

type Opened = { edited?: View; name?: string; query: Query }

/** Tabs over a list: everything, and the views of it. */
export function ViewTabs(list: ListViews) {
  const me = useMe()
  const navigate = useNavigate()
  const reading = useRead(views.list, {})
  const { data } = reading
  const [atArrival] = useState(list.isBare)
  const [opened, setOpened] = useState<Opened>()
  const removal = useRemoval(views.remove, views.restore, { onDone: () => show(undefined) })
  const start = useSave(views.setDefault, {
    // Who loads the page in the same moment has it too.
    onSuccess: (_, { body }) => {
      if (!data) return
      const defaultViews = data.defaultViews.filter((one) => one.list !== body.list)
      const { list, viewId } = body
      keepStarts(
        me.id,
        defaultQueries({ ...data, defaultViews: viewId === null ? defaultViews : [...defaultViews, { list, viewId }] }),
      )
    },
  })
  const save = useSave(views.change, {
    onFailure: ({ status }) => void (status === 409 && reading.refetch()),
  })

  const ofList = data?.views.filter((view) => view.list === list.list) ?? []
  const defaultViewId = data?.defaultViews.find((one) => one.list === list.list)?.viewId
  const first = ofList.find(({ id }) => id === defaultViewId)
  useEffect(() => {
    if (data) keepStarts(me.id, defaultQueries(data))
  }, [data, me.id])

  // A device that did not know it yet.
  const isLate = atArrival && list.isBare && first !== undefined
  const arrive = useRef(() => {})
  arrive.current = () =>
    first && void navigate({ to: '.', replace: true, resetScroll: false, search: inAddress(first) as never })
  useEffect(() => {
    if (isLate) arrive.current()
  }, [isLate])

  /** Everything has no word in the address, but where the list starts with something else. */
  const everything: Query = first ? { view: EVERYTHING } : {}
  const show = (view: View | undefined) =>
    void navigate({ to: '.', resetScroll: false, search: (view ? inAddress(view) : everything) as never })

  const current = ofList.find(({ id }) => String(id) === list.view)
  const unknown = current ? list.unknownIn(current.query) : []
  const isChanged = Boolean(
    current &&
    !isSameQuery(
      list.query,
      current.query,
      unknown.map(({ name }) => name),
    ),
  )
  const blockedReason = current && refusalToChange(me, current)
  const saveChanges = ({ id, name, audience, roleId, version }: View) =>
    save.mutate({ params: { id }, body: { name, audience, roleId, version, query: list.display } })

  return (
    <>
      <div className={styles.bar}>
        <nav className={styles.tabs} aria-label={`Views of ${list.title}`}>
          <Tab search={everything} isCurrent={!current}>
            All
          </Tab>
          {ofList.map((view) => (
            <Tab
              key={view.id}
              search={inAddress(view)}
              isCurrent={view === current}
              menu={
                view === current && (
                  <MenuButton
                    view={view}
                    isChanged={isChanged}
                    isStart={view.id === defaultViewId}
                    blockedReason={blockedReason}
                    onSave={() => saveChanges(view)}
                    onDiscard={() => show(view)}
                    onEdit={() => setOpened({ edited: view, query: view.query })}
                    onDuplicate={() => setOpened({ name: `${view.name} (copy)`, query: list.display })}
                    onSetDefault={(is) => start.mutate({ body: { list: list.list, viewId: is ? view.id : null } })}
                    onDelete={() => void removal.ask(view.id, `Delete the view ${view.name}?`, follows(view))}
                  />
                )
              }
            >
              {view.name}
              {view.audience !== 'own' && (
                <Tip label={describeAudience(view)}>
                  <IconUsers size={13} stroke={1.8} role="img" aria-label="Shared" />
                </Tip>
              )}
              {view === current && isChanged && <span className={styles.changed}>Changed</span>}
            </Tab>
          ))}
        </nav>
        {reading.error && !data && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => void reading.refetch()}>
            Views could not be loaded: try again
          </Button>
        )}
        {current && isChanged && !blockedReason && (
          <Button variant="subtle" size="compact-sm" loading={save.isPending} onClick={() => saveChanges(current)}>
            Save changes
          </Button>
        )}
        {(current ? isChanged && blockedReason : !list.isPlain) && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBookmarkPlus size={15} />}
            onClick={() => setOpened({ query: list.display })}
          >
            Save view
          </Button>
        )}
      </div>
      {unknown.length > 0 && (
        <p className={styles.unknown} role="status">
          This view has parts that no longer exist: {unknown.map(({ text }) => text).join(', ')}. They are ignored.
        </p>
      )}
      <Suspense>
        {opened && (
          <ViewDialog
            {...opened}
            list={list.list}
            title={list.title}
            permission={list.permission}
            onClose={() => setOpened(undefined)}
            onSaved={show}
          />
        )}
      </Suspense>
    </>
  )
}

/** What each list starts with, by the list. */
const defaultQueries = ({ views: all, defaultViews }: Data<typeof views.list>): Record<string, Query> =>
  Object.fromEntries(
    defaultViews.flatMap(({ list, viewId }) => {
      const view = all.find(({ id }) => id === viewId)
      return view ? [[list, inAddress(view)]] : []
    }),
  )

const follows = ({ audience }: View) =>
  audience === 'own' ? 'The list itself does not change' : 'It will be deleted for everyone it is shared with'

type TabProps = { search: Query; isCurrent: boolean; menu?: ReactNode; children: ReactNode }

/** It says itself whether it is the current one: the router looks at the path alone. */
function Tab({ search, isCurrent, menu, children }: TabProps) {
  const { 'aria-current': _, ...props } = useLinkProps({ to: '.', search: search as never, resetScroll: false })
  return (
    <span className={styles.tab} data-current={isCurrent || undefined}>
      <a {...props} {...(isCurrent && { 'aria-current': 'page' })}>
        {children}
      </a>
      {menu}
    </span>
  )
}

type MenuProps = Omit<ComponentProps<typeof ViewMenu>, 'id' | 'opened' | 'button' | 'onChange'>

function MenuButton(menu: MenuProps) {
  const { opener, popup } = useOpener('menu', ViewMenu)
  return (
    <>
      <button type="button" className={styles.more} aria-label={`Actions for the view ${menu.view.name}`} {...opener}>
        <IconDots size={16} />
      </button>
      <ViewMenu {...popup} {...menu} />
    </>
  )
}
