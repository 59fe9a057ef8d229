import type { View } from '../contract.ts'
import { AUDIENCE_LABELS, type Query } from '../rules.ts'

/** What its list's address says of a view. */
export const inAddress = ({ id, query }: Pick<View, 'id' | 'query'>): Query => ({ ...query, view: String(id) })

/** "For Front desk, by Grace Bello". */
export const describeAudience = ({ audience, role, isOwn, owner }: View): string =>
  `${audience === 'role' ? `For ${role}` : AUDIENCE_LABELS[audience]}, by ${isOwn ? 'you' : (owner ?? 'a former colleague')}`
