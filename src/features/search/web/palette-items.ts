import type { Icon } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import { fold, hasWords } from '#contract/fold.ts'
import { refusal, type Rights } from '#contract/permissions.ts'
import type { search } from '../contract.ts'
import type { WebFeature } from '#web/feature.ts'
import { inOrder } from '#web/shell/nav.ts'

export type Item = { id: string; group: string; label: string; more?: string; to: string; icon?: Icon; words: string }

/** Every screen that is registered and that these rights open, in the sidebar's order. */
export function screenItems(features: readonly WebFeature[], me: Rights): Item[] {
  const ofNav = inOrder(features.flatMap(({ nav = [] }) => nav)).flatMap((entry) =>
    (entry.sub ?? [{ label: entry.label, to: entry.to }]).map((sub) => ({
      label: sub.label,
      more: sub.label === entry.label ? undefined : entry.label,
      to: sub.to,
      may: entry.may,
      icon: entry.icon,
      words: `${entry.label} ${sub.label}`,
    })),
  )
  const others = features
    .flatMap(({ palette }) => palette?.screens ?? [])
    .map((screen) => ({ more: undefined, icon: undefined, ...screen, words: `${screen.label} ${screen.words ?? ''}` }))
  // More words for a screen that the sidebar has.
  for (const screen of ofNav)
    screen.words += others
      .filter(({ to }) => to === screen.to)
      .map(({ words }) => ` ${words}`)
      .join('')
  const added = others.filter(({ to }) => !ofNav.some((screen) => screen.to === to))
  return [...ofNav, ...added]
    .filter(({ may }) => !refusal(me, may))
    .map(({ label, more, to, icon, words }) => ({
      id: `screen ${to} ${label}`,
      group: 'Go to',
      label,
      to,
      words,
      ...(more && { more }),
      ...(icon && { icon }),
    }))
}

/** The screens that hold every typed word, those whose name begins with the term first. */
export function matching(items: readonly Item[], term: string): Item[] {
  const typed = fold(term)
  const rank = (item: Item) => (fold(item.label).startsWith(typed) ? 0 : 1)
  return items.filter((item) => hasWords(item.words, term)).toSorted((one, other) => rank(one) - rank(other))
}

/** Records as the server found them; of a kind that no feature knows, none. */
export function recordItems(features: readonly WebFeature[], found: Output<typeof search.find.reply>): Item[] {
  const kinds = Object.assign({}, ...features.map(({ palette }) => palette?.records)) as NonNullable<
    NonNullable<WebFeature['palette']>['records']
  >
  return found.flatMap(({ kind, id, title, subtitle }) => {
    const known = kinds[kind]
    if (!known) return []
    const item: Item = {
      id: `${kind} ${id}`,
      group: known.label,
      label: title,
      more: subtitle,
      to: known.path(id),
      words: '',
    }
    return [known.icon ? { ...item, icon: known.icon } : item]
  })
}
