import type { Icon } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import { fold, hasTerms } from '#contract/fold.ts'
import { refusal, type Rights } from '#contract/permissions.ts'
import type { search } from '../contract.ts'
import type { WebFeature } from '#web/feature.ts'
import { inOrder } from '#web/shell/nav.ts'

/** Something to go to, or to do. */
export type Item = {
  id: string
  group: string
  label: string
  more?: string
  icon?: Icon
  keywords: string
} & ({ to: string; run?: never } | { run: () => unknown; to?: never })

const ACTIONS = 'Actions'

/** Every screen that is registered and that these rights open, in the sidebar's order. */
export function screenItems(features: readonly WebFeature[], me: Rights): Item[] {
  const ofNav = inOrder(features.flatMap(({ nav = [] }) => nav)).flatMap((entry) =>
    (entry.sub ?? [{ label: entry.label, to: entry.to }]).map((sub) => ({
      label: sub.label,
      more: sub.label === entry.label ? undefined : entry.label,
      to: sub.to,
      permission: entry.permission,
      icon: entry.icon,
      isAction: false,
      keywords: `${entry.label} ${sub.label}`,
    })),
  )
  const others = features
    .flatMap(({ palette }) => palette?.screens ?? [])
    .map((screen) => ({
      more: undefined,
      icon: undefined,
      isAction: false,
      ...screen,
      keywords: `${screen.label} ${screen.keywords ?? ''}`,
    }))
  // More words for a screen that the sidebar has.
  for (const screen of ofNav)
    screen.keywords += others
      .filter(({ to }) => to === screen.to)
      .map(({ keywords }) => ` ${keywords}`)
      .join('')
  const added = others.filter(({ to }) => !ofNav.some((screen) => screen.to === to))
  return [...ofNav, ...added]
    .filter(({ permission }) => !refusal(me, permission))
    .map(({ label, more, to, icon, keywords, isAction }) => ({
      id: `screen ${to} ${label}`,
      group: isAction ? ACTIONS : 'Go to',
      label,
      to,
      keywords,
      ...(more && { more }),
      ...(icon && { icon }),
    }))
}

/** The screens that hold every typed word, those whose name begins with the term first. */
export function matching(items: readonly Item[], term: string): Item[] {
  const typed = fold(term)
  const rank = (item: Item) => (fold(item.label).startsWith(typed) ? 0 : 1)
  return items.filter((item) => hasTerms(item.keywords, term)).toSorted((one, other) => rank(one) - rank(other))
}

/** What the application itself does, and what the screen that is shown can do. */
export const actionItems = (
  actions: readonly { label: string; more?: string; keywords: string; run: () => unknown }[],
): Item[] => actions.map((action) => ({ id: `act ${action.label} ${action.more ?? ''}`, group: ACTIONS, ...action }))

type Found = Output<typeof search.find.reply>
type Kinds = NonNullable<NonNullable<WebFeature['palette']>['records']>

const kindsOf = (features: readonly WebFeature[]): Kinds =>
  Object.assign({}, ...features.map(({ palette }) => palette?.records)) as Kinds

/** Kinds of which one is called exactly what was typed first, such as the payment of a reference before who paid it. */
function exactFirst(found: Found, term: string): Found {
  const typed = fold(term)
  const exact = new Set(
    found
      .filter(({ title, subtitle }) => `${title} · ${subtitle}`.split(' · ').some((part) => fold(part) === typed))
      .map(({ kind }) => kind),
  )
  return found.toSorted((one, other) => Number(exact.has(other.kind)) - Number(exact.has(one.kind)))
}

/** Records as the server found them, and where all of a kind are listed; of a kind that no feature knows, none. */
export function recordItems(features: readonly WebFeature[], rows: Found, term: string): Item[] {
  const kinds = kindsOf(features)
  const found = exactFirst(rows, term)
  return found.flatMap(({ kind, id, title, subtitle }, at) => {
    const known = kinds[kind]
    if (!known) return []
    const { label: group, icon, path, all } = known
    const item = {
      id: `${kind} ${id}`,
      group,
      label: title,
      more: subtitle,
      to: path(id),
      keywords: '',
      ...(icon && { icon }),
    }
    const isLast = found[at + 1]?.kind !== kind
    if (!isLast || !all || found.filter((one) => one.kind === kind).length < MOST) return [item]
    return [item, { id: `all ${kind}`, group, label: `See all that match “${term}”`, to: all(term), keywords: '' }]
  })
}
/** As many of a kind as the server answers. */
const MOST = 8

type Command = { verb: string; rest: string; kind: string; path: (id: string) => string }

/** What somebody means to do with which record: `refund FLW-1234`. */
export function verbOf(features: readonly WebFeature[], me: Rights, term: string): Command | undefined {
  const [, verb = '', rest = ''] = /^(\p{L}+)\s+(.+)$/u.exec(term) ?? []
  const commands = features
    .flatMap(({ palette }) => palette?.verbs ?? [])
    .find((one) => one.verb === verb.toLowerCase() && !refusal(me, one.permission))
  return commands && { ...commands, rest }
}

/** The records that it can be done with. */
export const verbItems = ({ verb, kind, path }: Command, found: Found): Item[] =>
  found
    .filter((one) => one.kind === kind)
    .map(({ id, title, subtitle }) => ({
      id: `${verb} ${kind} ${id}`,
      group: ACTIONS,
      label: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${title}`,
      more: subtitle,
      to: path(id),
      keywords: '',
    }))
